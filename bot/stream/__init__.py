"""What leaves for the streamer's other software and for the audience: text files, and predictions on Twitch."""
