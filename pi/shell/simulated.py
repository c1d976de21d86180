"""The simulated tray of a PC, and the keys that throw dice on it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from threading import Lock
from typing import TYPE_CHECKING

from hardware.ports import Camera, Frame

if TYPE_CHECKING:
    from hardware.simulated.camera import SimulatedCamera, SimulatedTray
    from vision.taught import TaughtFaces


class SimulatedThrows:
    """The keys that throw dice on the simulated tray, or change the picture where pictures are shown.

    It is the simulated camera as well, made when it is first looked through or thrown at: the first screen must not
    wait for what draws it.

    Attributes:
        camera: the one that is looked through; None before it is chosen.
        dice: says which faces a die has now.
    """

    def __init__(self, seed: int | None) -> None:
        self.camera: Camera | None = None
        self.dice: Callable[[], tuple[int, ...]] = lambda: (1, 2, 3, 4, 5, 6)
        self._seed = int.from_bytes(os.urandom(4)) if seed is None else seed
        self._random = random.Random(self._seed)
        self._made: tuple[SimulatedTray, SimulatedCamera] | None = None
        self._making = Lock()

    def as_camera(self) -> Camera:
        """This, to be looked through."""
        return self

    def frames(self) -> Iterator[Frame]:
        """Yields frames of the simulated tray."""
        _, camera = self.tray_and_camera()
        yield from camera.frames()

    def close(self) -> None:
        """Ends the frames. May be called twice."""
        if self._made is not None:
            self._made[1].close()

    def throw(self) -> None:
        """Throws four dice, or shows the next picture."""
        if self.camera is self:
            self.tray_and_camera()[0].throw([self._random.choice(self.dice()) for _ in range(4)])
            return
        from hardware.simulated.photos import PhotosCamera

        if isinstance(self.camera, PhotosCamera):
            self.camera.next_photo()

    def clear(self) -> None:
        """Takes the dice away."""
        if self._made is not None:
            self._made[0].clear()

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The dice that lie on the tray; None where there is no simulated tray."""
        if self.camera is not self:
            return None
        return () if self._made is None else self._made[0].faces

    def tray_and_camera(self) -> tuple[SimulatedTray, SimulatedCamera]:
        """The simulated tray and the camera over it, made now if they are not yet."""
        from hardware.simulated.camera import SimulatedCamera, SimulatedTray

        with self._making:
            if self._made is None:
                tray = SimulatedTray(self._seed)
                self._made = tray, SimulatedCamera(tray)
            return self._made


SHOWN = 5
"""Drawn goats that are enough to know one by."""


def with_drawn_goat(taught: TaughtFaces) -> TaughtFaces:
    """The faces with the goat of simulated dice, unless the group taught one of their own."""
    from hardware.simulated.scene import GOAT, DrawnDie, Scene, face_text
    from hardware.simulated.tray import draw_tray
    from vision.reader import load_reader
    from vision.taught import learn

    name = face_text(GOAT)
    if name in taught.names:
        return taught
    reader, chance = load_reader(), random.Random(SHOWN)
    trays = (Scene((DrawnDie(GOAT, (0.0, 0.0), chance.uniform(0, 360)),), noise_seed=shown) for shown in range(SHOWN))
    looks = [reader.looks(draw_tray(tray)) for tray in trays]
    return learn(taught, name, [max(seen, key=lambda look: look.is_die).close_ups[0] for seen in looks if seen])
