"""Where the table lies in a picture: corner tags, the homography to millimetres, and the camera's lens."""
