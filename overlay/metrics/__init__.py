"""What Prometheus is told when it asks: docs/metrics.md has the list. Nothing is done for it until then."""
