"""The bus: one bot and any number of overlay nodes around a Redis or Valkey. docs/machines.md tells how it behaves."""
