"""The constants of wizard:rules, in the order of ``formula``, fitted to play against itself."""

import numpy as np

TUNING = np.concatenate(
    [
        [0.91, 0.0],  # a Wizard and a Jester
        [-1.51, -0.56, 1.05, -0.12, -0.05, 1.8, -0.14, -0.17, -0.41, -0.24, 0.87],  # the clues of a plain card
        [0.06, -0.76, 1.0, -0.27, 0.15, 0.34, 0.28, 0.13, 0.0, -0.17, 0.38],  # of a trump
        [-1.67, -0.46, 1.12, -0.11, 0.0, 1.54, -0.07, -0.01, -0.38, -0.03, 1.01],  # of a card where there are no trumps
        [0.8, 0.2, 0.5, 0.3, 0.6],  # the trick on the table
    ]
)
