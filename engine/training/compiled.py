"""Loops over single numbers: compiled where numba is installed, a hundred times slower without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])

if TYPE_CHECKING:
    IS_COMPILED = True

    def compiled(function: _Function) -> _Function:
        """Compiles a function at its first call."""
        return function

else:
    try:
        from numba import njit

        IS_COMPILED = True
        compiled = njit(cache=True, fastmath=True)
    except ImportError:
        IS_COMPILED = False

        def compiled(function: _Function) -> _Function:
            """Leaves a function as it is."""
            return function
