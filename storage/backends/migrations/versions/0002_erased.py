"""Let the log of a match and the maps of a server be deleted where these are marked as erased, and nowhere else."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"

_TABLE = """CREATE TABLE erased (
    subject_kind TEXT   NOT NULL,
    subject_id   BIGINT NOT NULL,
    at           {moment} NOT NULL,
    PRIMARY KEY (subject_kind, subject_id)
)"""

_MATCH_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id)"
_SERVER_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'server' AND subject_id = OLD.guild_id)"

_GUARDS = (
    ("action", "action_is_never_deleted", "the log is append-only", _MATCH_ERASED),
    ("map", "map_is_never_deleted", "a map is never deleted", _SERVER_ERASED),
)


def upgrade() -> None:
    """Create the table of erased subjects."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(_TABLE.format(moment="TEXT" if on_sqlite else "TIMESTAMP WITH TIME ZONE"))
    for table, name, sentence, but in _GUARDS:
        if on_sqlite:
            op.execute(f"DROP TRIGGER {name}")
            begins = f"CREATE TRIGGER {name} BEFORE DELETE ON {table} WHEN NOT {but}"
            op.execute(f"{begins} BEGIN SELECT RAISE(ABORT, '{sentence}'); END")
        else:
            raises = f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'"
            body = f"BEGIN IF NOT {but} THEN {raises}; END IF; RETURN OLD; END"
            op.execute(f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
