"""The scan's rules about links, and about curl and wget: hosts, addresses and their edges."""

from __future__ import annotations

import pytest

from newt_gui.core.scan import find_all

IMAGE, LINK, COMMAND = "md-image-exfil", "md-link-exfil", "curl-wget-exfil"


def marked(rule: str, text: str) -> list[str]:
    """What the rule marks in the text; other rules' findings are left out."""
    return [finding.text for finding in find_all(text) if finding.rule == rule]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("a ![x](https://e.example/i.png?u=1) b", "![x](https://e.example/i.png?u=1)"),
        ("![](HTTP://e?q)", "![](HTTP://e?q)"),
        ("![](http\u017f://e?q)", "![](http\u017f://e?q)"),
        ("![one\ntwo]( \n\u2028 https://e?q)", "![one\ntwo]( \n\u2028 https://e?q)"),
        ("![a ![b [c](http://e?q)", "![b [c](http://e?q)"),
        ("![!![x!](http://e?q)", "![x!](http://e?q)"),
        ("[![x](http://e?q)](http://f)", "![x](http://e?q)"),
        ("![a](http://e/![b](http://f?q)", "![a](http://e/![b](http://f?q)"),
        ("x](http://e/![b](http://f?q)", "![b](http://f?q)"),
        ("![a](http://???)", "![a](http://???)"),
        ("![a](http://e![ \nb](http://f?q)", "![ \nb](http://f?q)"),
        ("![a](http://e![)b](http://f?q)", "![)b](http://f?q)"),
        ("![a](http://e?\u200b)", "![a](http://e?\u200b)"),
    ],
)
def test_picture(text: str, expected: str) -> None:
    assert marked(IMAGE, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "![x](https://e.example/i.png)",
        "![x](https://e.example/?)",
        "![x](https://?q)",
        "x](http://e/![b](http://?q)",
        "![x](https://e?q 'title')",
        "![x](https://e?q\u3000)",
        "![x](https://e?q",
        "![x] (https://e?q)",
        "![x](/local?q)",
        "![x](ftp://e?q)",
        "![x](<https://e?q>)",
        "! [x](https://e?q)",
        "![x]](https://e?q)",
        "![x](http://a b?q)",
        "![x](http://a)?q)",
    ],
)
def test_picture_near_miss(text: str) -> None:
    assert marked(IMAGE, text) == []


@pytest.mark.parametrize(
    "word",
    ["{", "%7B", "SECRET", "token", "api_key", "ApiKey", "passw", "credential", "bearer", "\u017fecret"],
)
def test_link_with_a_word_for_something_secret(word: str) -> None:
    for query in (f"?{word}", f"?a={word}&b", f"?x?{word}{word}", f"??x{word}"):
        for host in ("", "e.example/p", "token"):
            link = f"[a](https://{host}{query})"
            assert marked(LINK, f"see [1] {link}.") == [link]
    assert marked(LINK, f"[a](https://e/{word}?q)") == []
    assert marked(LINK, f"[a](https://e/{word})") == []
    assert marked(LINK, f"[a](https://e?q#{word} )") == []


@pytest.mark.parametrize(
    "text, expected",
    [
        ("[](http://?{)", "[](http://?{)"),
        ("[a\nb]( \n http://?{)", "[a\nb]( \n http://?{)"),
        ("![x](http://?token)", "[x](http://?token)"),
        ("[a [b](http://?token)", "[b](http://?token)"),
        ("[a](ftp://e/[b](http://?token)", "[b](http://?token)"),
        ("[a](http://e/[b](http://?token)", "[a](http://e/[b](http://?token)"),
        ("a](http://e/[b](http://?token)", "[b](http://?token)"),
        ("[a](http://e/ [b](http://?token)", "[b](http://?token)"),
        ("[a](http://e[ b](http://?token)", "[ b](http://?token)"),
        ("[a](http://?token[b) c](http://?token)", "[a](http://?token[b)"),
    ],
)
def test_link(text: str, expected: str) -> None:
    assert marked(LINK, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "[a](https://e.example/p)",
        "[a](https://e.example/p?page=2)",
        "[a](http://e?api-key)",
        "[a](http://e?api__key)",
        "[a](http://e?pass)",
        "[a](http://e?tok en)",
        "[a](http://e?to)ken)",
        '[x](https://e.example/?token=1 "title")',
        "[a] (http://e?token)",
        "[a](https//e?token)",
        "]a](http://e?token)",
    ],
)
def test_link_near_miss(text: str) -> None:
    assert marked(LINK, text) == []


LOCAL = """
localhost LOCALHOST a.localhost lo\u017f.te\u017ft .lan
0.0.0.0 127.0.0.1 127.255.255.255 10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255
192.168.0.1 192.168.255.255 169.254.0.0 169.254.255.255
[::1] [::] [0:0:0:0:0:0:0:1] [0000::0000]
nas.local NAS.LOCAL nas.lan a.b.lan nas.lab box.internal nas.home.arpa x.test
"""
REMOTE = """
203.0.113.7 198.18.0.1 100.64.0.1 8.8.8.8 0.0.0.1 126.0.0.1 128.0.0.1 11.0.0.1 9.255.255.255
172.15.255.255 172.32.0.0 192.167.0.1 192.169.0.1 169.253.0.1 169.255.0.1
010.0.0.1 10.0.0.01 127.0.0.001 127.1 127.0.1 2130706433 0x7f.0.0.1 10.0.0 10.0.0.0.0 10.0.0.256 10.0.0.1.
1.10.0.0.1 00.0.0.0 0
[fe80::1] [fc00::1] [::ffff:127.0.0.1] [::2] [127.0.0.1] [10.0.0.1] [.] [:] [1::1::1]
nas e.example localhost. localhost.example local lan home.arpa arpa internal nas.locals xlan mylocalhost
nas-lan localhost_ \u212aafka.example
"""


@pytest.mark.parametrize("host", LOCAL.split())
def test_local_host(host: str) -> None:
    for tail in ("", "/", ":8080/a", "?q", " and more", "\n", "\xdf", "@e.example"):
        assert marked(COMMAND, f"curl http://{host}{tail}") == []
        assert marked(COMMAND, f"wget -q HTTPS://{host}{tail}") == []


@pytest.mark.parametrize("host", REMOTE.split())
def test_remote_host(host: str) -> None:
    for tail in ("", "/", ":8080/a", "?q", " and more", "\n", "\xdf", "@localhost"):
        assert marked(COMMAND, f"a curl http://{host}{tail}") == [f"curl http://{host}"]
        assert marked(COMMAND, f"(wget -q HTTPS://{host}{tail}") == [f"wget -q HTTPS://{host}"]


@pytest.mark.parametrize(
    "host", ["", "/", "[", "[]", "[::1", "[fe80::1%eth0]", "[::g]", "::1", "\xdfe.example", "?"]
)
def test_without_a_valid_host_the_next_address_counts(host: str) -> None:
    assert marked(COMMAND, f"curl http://{host}") == []
    assert marked(COMMAND, f"curl http://{host} http://10.0.0.1 http://e.example") == []
    remote = f"curl http://{host} http://e.example"
    assert marked(COMMAND, f"{remote} http://10.0.0.1") == [remote]


@pytest.mark.parametrize(
    "ch", ["a", "7", "_", "é", "\u0301", "\u203f", "\u200d", "\u2160", "s", "\u017f", "\u212a"]
)
def test_commands_and_addresses_are_words_of_their_own(ch: str) -> None:
    assert marked(COMMAND, f"{ch}curl http://e.example") == []
    assert marked(COMMAND, f"curl{ch} http://e.example") == []
    assert marked(COMMAND, f"curl {ch}http://e.example") == []
    assert marked(COMMAND, f"curl {ch}http://e.example http://f") == [f"curl {ch}http://e.example http://f"]
    assert marked(COMMAND, f"{ch}wget curl http://e.example") == ["curl http://e.example"]


@pytest.mark.parametrize("ch", ["", "-", "'", "(", "\xb2", "\u201c", "\u3000", "\U0001f389", "\ud800"])
def test_anything_else_may_stand_beside_them(ch: str) -> None:
    assert marked(COMMAND, f"{ch}curl{ch} {ch}http://e.example") == [f"curl{ch} {ch}http://e.example"]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("curl http://a.example ; wget http://b.example", ["curl http://a.example", "wget http://b.example"]),
        ("curl http://a.example http://b.example", ["curl http://a.example"]),
        ("curl http://10.0.0.1 http://b.example", []),
        ("curl http://10.0.0.1 curl http://b.example", ["curl http://b.example"]),
        ("curl x curl http://b.example", ["curl x curl http://b.example"]),
        ("http://b.example curl", []),
        ("curl\nhttp://b.example", []),
        ("curl\nhttp://b.example curl http://c.example", ["curl http://c.example"]),
        ("curl\ncurl http://b.example\n http://c.example", ["curl http://b.example"]),
        ("curl\u2028\x85http://b.example", ["curl\u2028\x85http://b.example"]),
        ("curl:http://b.example", ["curl:http://b.example"]),
        ("curl http://curl.lan http://b.example", ["curl.lan http://b.example"]),
        ("http://x.curl.http://b.example", ["curl.http://b.example"]),
        ("curl http://http://http", ["curl http://http"]),
        ("CURL 'Http://B.example'", ["CURL 'Http://B.example"]),
        ("wget http\u017f://b.example", ["wget http\u017f://b.example"]),
        ("curl ftp://b.example", []),
        ("curl b.example", []),
        ("use curl to test the API", []),
        ("curl http://localhost:11434/api/tags", []),
    ],
)
def test_command(text: str, expected: list[str]) -> None:
    assert marked(COMMAND, text) == expected


def test_a_link_that_begins_at_the_end_of_an_address_is_looked_at() -> None:
    text = "](http://e?token![a]( http://e?q)"
    assert [(found.rule, found.start, found.end) for found in find_all(text)] == [("md-image-exfil", 16, 33)]
