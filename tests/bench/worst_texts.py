"""Texts that make a careless scan slow, and prose to compare them with."""

from __future__ import annotations

_PROSE = (
    "The seed list is checked twice a year, naïve counts and all; 30 °C is too warm for the trays, and the "
    "system of labels that was tried in spring (never the old one) is kept. Ask the user of the shed about "
    "rules for the key, but forget about the gate.\n"
)

# Each is repeated up to the size; what follows "…" stands once at the end, so that no rule can pass a
# text over because a piece of its phrase is missing altogether.
_UNITS = """
ignore …previous rule
ignore all …previous rule
disregard any any …rule
forget all …before
your new instructions …are
never tell the …user
n…never tell the user
system …:
a system: …
system\\n\\n…:
#…# system
# …# system
#\\n…# system x
# system x …
<…<<SYS>
<|im_…<|im_end|
[…](http://a.example?token=1)
](…![](http://a.example?token=1
![](…http://a.example?token=1)
![](http://…a.example?token=1
![](http://a.example?b …?
](http://a.example?token) …![
[](http://a.example?bcd) …
![![…](http://a.example?token=1
!…![](http://a.example?
[x] …](http://a.example?token=1
?…[](http://a.example?
{…[](http://a.example?
curl …\\nhttp://a.example
curl\\n…http://a.example
libcurl …http://a.example
curl http://[…
curl http://10.0.0.1 …
http://a.example …curl
http://10.0.0.1 …curl
\\n…system
 …system :x
\u017f…
\u017fystem …:
\u200b…
"""


def prose(size: int) -> str:
    """Notes as people write them, `size` code points."""
    return _repeated(_PROSE, size)


def worst_texts(size: int) -> dict[str, str]:
    """Texts of `size` code points with next to nothing to find, named by what they repeat."""
    lines = (line.replace("\\n", "\n").split("…") for line in _UNITS.strip("\n").split("\n"))
    return {unit: _repeated(unit, size - len(tail)) + tail for unit, tail in lines}


def dense_texts(size: int) -> dict[str, str]:
    """Texts of `size` code points that are full of findings, named by what they repeat."""
    return {unit: _repeated(unit, size) for unit in ("a\u200b", "[INST]", "# system\n", "curl http://")}


def _repeated(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]
