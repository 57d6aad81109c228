"""What pieces are worth. Written by `python -m research.fit_stratego_values`: do not edit.

Fitted to 37768 positions of 4258 games of people, every 5th held out.
Log-loss on those: 0.582; of the rating before: 0.609 (knowing nothing: 0.693).
"""

from __future__ import annotations

# By type, in the order fbs23456789m: on the board, and more while the enemy does not know it.
WORTH = (0.00, 0.03, 0.18, 0.18, 0.48, 0.43, 0.44, 0.71, 1.44, 2.09, 2.26, 2.53)
HIDDEN = (0.00, 0.31, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.20, 0.27, 0.67, 0.73)
SPY_NEEDED = 0.35  # more for a spy while the enemy has a marshal
FEW = 20.0  # pieces of both sides at which all but danger counts in full
