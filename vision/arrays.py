"""What arrays hold: pictures, numbers in one precision or the other, points, and what is so and what is not."""

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""An image, H×W×3 (BGR) or H×W (grey), 0..255."""
Values = NDArray[np.float32]
Floats = NDArray[np.float64]
Points = NDArray[np.float64]
"""N×2: x and y."""
Mask = NDArray[np.bool_]
