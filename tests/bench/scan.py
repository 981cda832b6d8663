"""The write-time scan: a note, prose, and the texts that would make a careless scan slow.

Prints JSON, all in milliseconds: `note` for 2,200 bytes; `prose`, `worst` and `dense` for 1 MB each,
prose and subjects by turns; `growth` for `sizes` in MB of prose and of the worst texts.
"""

from __future__ import annotations

import json
import statistics
import time

from worst_texts import dense_texts, prose, worst_texts

from newt_gui.core.scan import find_all

ROUNDS = 7
NOTES_A_ROUND = 200
NOTE_BYTES = 2_200
MB = 1_000_000
SIZES = (1, 2, 8)


def milliseconds(text: str, times: int = 1) -> float:
    begun = time.perf_counter()
    for _ in range(times):
        find_all(text)
    return (time.perf_counter() - begun) * 1000 / times


def note() -> str:
    """Prose of nearly the whole budget in bytes."""
    return prose(NOTE_BYTES).encode()[:NOTE_BYTES].decode(errors="ignore")


def by_turns(texts: dict[str, str]) -> tuple[list[float], dict[str, list[float]]]:
    """The times of 1 MB of prose, and of each text in the same rounds."""
    floor_text, floors = prose(MB), list[float]()
    times: dict[str, list[float]] = {name: [] for name in texts}
    for _ in range(ROUNDS):
        floors.append(milliseconds(floor_text))
        for name, text in texts.items():
            times[name].append(milliseconds(text))
    return floors, times


def medians(times: dict[str, list[float]]) -> dict[str, float]:
    return {name: statistics.median(each) for name, each in times.items()}


def growth() -> dict[str, list[float]]:
    """For prose and each worst text, the best of three for each size."""
    grown: dict[str, list[float]] = {}
    for size in SIZES:
        for name, text in {"prose": prose(size * MB), **worst_texts(size * MB)}.items():
            grown.setdefault(name, []).append(min(milliseconds(text) for _ in range(3)))
    return grown


def main() -> None:
    small = note()
    notes = [milliseconds(small, NOTES_A_ROUND) for _ in range(ROUNDS)]
    floors, worst = by_turns(worst_texts(MB))
    more_floors, dense = by_turns(dense_texts(MB))
    told = {
        "note": statistics.median(notes),
        "prose": statistics.median(floors + more_floors),
        "worst": medians(worst),
        "dense": medians(dense),
        "sizes": SIZES,
        "growth": growth(),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
