"""Where a server is reached: on this machine, in the local network, by the public."""

from __future__ import annotations

import ipaddress
import socket

ANY = ("0.0.0.0", "::", "")  # what a server listens on that answers at all addresses of its machine
ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # nobody's; nothing is sent there


def url_of(host: str, port: int) -> str:
    """Return an address for browsers, with a slash at its end."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def local_addresses() -> list[str]:
    """Return this machine's addresses in its local networks, as far as the system tells."""
    found = []
    for target, family in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))  # only asks which of our addresses would be used
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    return [each for each in found if not ipaddress.ip_address(each).is_loopback]


def describe_addresses(host: str, port: int) -> list[str]:
    """Return what a server that listens on a host says of where it is: the first line is for this machine."""
    if host not in ANY:
        return [url_of(host, port)]
    return [url_of("localhost", port), *(url_of(each, port) for each in local_addresses())]
