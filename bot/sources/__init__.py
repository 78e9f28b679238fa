"""Where games come from: one file a source, each of which says everything as `GameUpdate`s."""
