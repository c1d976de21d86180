"""What is said when something is against the rules."""

from __future__ import annotations


class EngineError(ValueError):
    """Illegal. The message is one line fit for a person: it names the field and what was expected there."""
