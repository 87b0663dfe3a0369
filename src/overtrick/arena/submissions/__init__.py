"""Programs that authors send: opened, queued, built, kept."""
