"""Spreads seeded measurements over processes and tells how far they are."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def spread(what: str, work: Callable[[Job], Done], jobs: Sequence[Job], processes: int) -> list[Done]:
    """Works through jobs, in this process or in several.

    Args:
        what: the jobs are called in the progress on standard error.
        work: a function of a module.
        jobs: what it is called with; each must tell its own seed.
        processes: how many work at the same time.

    Returns:
        What it returned, in the order of the jobs.
    """
    if processes == 1:
        return list(told(what, map(work, jobs), len(jobs)))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return list(told(what, pool.imap(work, jobs), len(jobs)))


def told(what: str, done: Iterable[Done], all_of: int) -> Iterator[Done]:
    """Yields what is done, and tells how far it is: one line that grows in a terminal, elsewhere only the last one."""
    for number, one in enumerate(done, start=1):
        if number == all_of or sys.stderr.isatty():
            ends = "\n" if number == all_of else "\r"
            print(f"{number} of {all_of} {what}", end=ends, file=sys.stderr, flush=True)
        yield one
