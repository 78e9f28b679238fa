"""Games being followed: their lifecycle, their facts and their score."""
