"""The table of matches' clock events: append-only, as the log."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"

_TABLE = """CREATE TABLE clock_event (
    match_id  BIGINT   NOT NULL REFERENCES match (id),
    seq       INTEGER  NOT NULL,
    at        {moment} NOT NULL,
    what      TEXT     NOT NULL,
    seat      INTEGER,
    why       TEXT     NOT NULL,
    since     {moment},
    until     {moment},
    length_us BIGINT   NOT NULL,
    PRIMARY KEY (match_id, seq)
)"""

_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id)"
_GUARDS = (
    ("clock_event_is_never_changed", "UPDATE", "FALSE"),
    ("clock_event_is_never_deleted", "DELETE", _ERASED),
)
_SENTENCE = "the history of clocks is append-only"


def upgrade() -> None:
    """Create the table of clock events."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(_TABLE.format(moment="TEXT" if on_sqlite else "TIMESTAMP WITH TIME ZONE"))
    for name, when, but in _GUARDS:
        begins = f"CREATE TRIGGER {name} BEFORE {when} ON clock_event"
        if on_sqlite:
            unless = "" if but == "FALSE" else f" WHEN NOT {but}"
            op.execute(f"{begins}{unless} BEGIN SELECT RAISE(ABORT, '{_SENTENCE}'); END")
        else:
            raises = f"RAISE EXCEPTION '{_SENTENCE}' USING ERRCODE = 'integrity_constraint_violation'"
            body = f"BEGIN IF NOT {but} THEN {raises}; END IF; RETURN OLD; END"
            op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
            op.execute(f"{begins} FOR EACH ROW EXECUTE FUNCTION {name}()")
