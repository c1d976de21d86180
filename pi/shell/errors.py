"""Errors of the appliance's own."""

from __future__ import annotations


class UsageError(Exception):
    """The request was wrong; one line that names what and the remedy."""


class ExpectationError(Exception):
    """A script expected something else; both are named."""


class RecordError(Exception):
    """The record can't be read or written; one line that names the file and the remedy."""


class DiskError(RecordError):
    """The disk takes nothing: it is full, read-only or worn out. What is on it may still be read."""


class DamagedError(RecordError):
    """The file is a record, but not all of it is whole."""


class NoSuchGameError(RecordError):
    """A game was asked for that the record does not hold."""
