"""The network: plain convolutions, a map of one cell for every 8x8 pixels, for OpenCV's dnn to run.

Channels of the map, logits unless said otherwise: 0 middle of a top face; 1 log2(size / 32); 2, 3 offset of the middle
from the cell's middle in cells; 4, 5 cosine and sine of four times the angle; 6..12 the face, 0 unknown; 13, 14 where
the middle of the top face is seen from that of the bottom, in sizes.
"""

from __future__ import annotations

import torch
from torch import nn

STRIDE = 8
CHANNELS = 15
CLASSES = slice(6, 13)
UP = slice(13, 15)


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs, momentum=0.03),
        nn.ReLU(inplace=True),
    )


class _Twice(nn.Module):
    """A step and another one whose result is added to what came in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.steps = nn.Sequential(_step(channels, channels), _step(channels, channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.steps(x)


class DiceNetwork(nn.Module):
    """Pictures (N, 3, H, W), blue-green-red 0..255, H and W multiples of 32, to maps (N, 15, H/8, W/8)."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        quarter, eighth, deep = width * 3 // 2, width * 3, width * 7 // 2
        self.stem = nn.Sequential(_step(3, width, 2), _step(width, quarter, 2), _step(quarter, quarter))
        self.eighth = nn.Sequential(_step(quarter, eighth, 2), _Twice(eighth))
        self.sixteenth = nn.Sequential(_step(eighth, deep, 2), _Twice(deep))
        self.thirtysecond = nn.Sequential(_step(deep, deep, 2), _step(deep, deep))
        self.up_sixteenth = nn.ConvTranspose2d(deep, deep, 2, 2)
        self.up_eighth = nn.ConvTranspose2d(deep, eighth, 2, 2)
        self.head = nn.Sequential(_step(eighth, deep), nn.Conv2d(deep, CHANNELS, 1))
        nn.init.constant_(self.head[-1].bias[0], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class."""
        eighth = self.eighth(self.stem((x - 110.0) / 60.0))
        sixteenth = self.sixteenth(eighth)
        sixteenth = torch.relu(sixteenth + self.up_sixteenth(self.thirtysecond(sixteenth)))
        return self.head(torch.relu(eighth + self.up_eighth(sixteenth)))
