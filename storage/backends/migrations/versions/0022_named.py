"""The indexes by which all rows that name a person are found, so that forgetting reads nothing about others."""

from __future__ import annotations

from alembic import op

revision = "0022"
down_revision = "0021"

_INDEXES = (
    "match_of_host ON match (host_id)",
    "outbox_of_user ON outbox (user_id) WHERE user_id IS NOT NULL",
    "outbox_unsent_in_order ON outbox (id) WHERE sent_at IS NULL AND dead_at IS NULL",
    "event_of_host ON event (host_id)",
    "event_entry_by ON event_entry (by_id) WHERE by_id IS NOT NULL",
    "map_added_by ON map (added_by)",
    "map_upload_of_user ON map_upload (user_id)",
    "wish_of_user ON wish (user_id)",
)


def upgrade() -> None:
    """Create the indexes of names."""
    in_payload = "json_extract(payload_json, '$.{key}')"
    if op.get_bind().dialect.name != "sqlite":
        in_payload = "((payload_json::json)->>'{key}')"
    for index in _INDEXES:
        op.execute(f"CREATE INDEX {index}")
    for key in ("user", "by", "former"):
        named = in_payload.format(key=key)
        op.get_bind().exec_driver_sql(f"CREATE INDEX outbox_naming_{key} ON outbox ({named}) WHERE kind <> 'turn'")
