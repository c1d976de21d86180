"""Errors of the appliance's own."""

from __future__ import annotations


class UsageError(Exception):
    """The request was wrong; one line that names what and the remedy."""


class ExpectationError(Exception):
    """A script expected something else; both are named."""
