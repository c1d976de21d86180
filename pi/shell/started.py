"""A camera that says when it has given its first picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.ports import Camera, Frame
from pi.core.events import DeviceReturned, Event


class StartedCamera:
    """Keeps the protocol `Camera` for another one, and posts that it works whenever frames begin to come.

    Once closed it stays closed, even if it is only then looked through.
    """

    def __init__(self, camera: Camera, post: Callable[[Event], None]) -> None:
        self._camera = camera
        self._post = post
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Yields the frames of the camera; raises DeviceError when it fails."""
        if self._closed:
            return
        for count, frame in enumerate(self._camera.frames()):
            if self._closed:
                return
            if count == 0:
                self._post(DeviceReturned("camera", frame.at))
            yield frame

    def close(self) -> None:
        """Gives the device back. May be called twice."""
        self._closed = True
        self._camera.close()
