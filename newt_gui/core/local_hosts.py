"""Which hosts a command may talk to in a note: this computer and its own network. Pure.

The list is fixed. What libraries call private is another set and must not be asked.
"""

from __future__ import annotations

import re
from functools import cache

_NAMES = ("localhost", "0.0.0.0", "[::1]", "[::]")
_ENDINGS = (".localhost", ".local", ".lan", ".lab", ".internal", ".home.arpa", ".test")
_LONGEST_IPV6 = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")


def is_local(host: str) -> bool:
    """Whether a host in lower case, an IPv6 address in its brackets, is a local one.

    A number written in any way but the usual one (010.0.0.1, 127.1) is not.
    """
    if host in _NAMES or host.endswith(_ENDINGS):
        return True
    if host[0] == "1":
        return _local_ipv4().fullmatch(host) is not None
    return host[0] == "[" and _is_local_ipv6(host)


@cache
def _local_ipv4() -> re.Pattern[str]:
    byte = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    nets = rf"(?:127|10)\.{byte}|172\.(?:1[6-9]|2[0-9]|3[01])|192\.168|169\.254"
    return re.compile(rf"(?:{nets})\.{byte}\.{byte}")


def _is_local_ipv6(host: str) -> bool:
    """Whether it is ::1 or ::, however many zeros are written out."""
    if len(host) > _LONGEST_IPV6:
        return False
    from ipaddress import AddressValueError, IPv6Address  # few addresses come here

    try:
        return int(IPv6Address(host[1:-1])) <= 1
    except AddressValueError:
        return False
