"""Logs of matches that have ended are packed: an archive, and rows that may go where it holds them.

Timers that are done go at once: nobody asks for them. The newest stays, so that its number is not given again. What is still
unpacked is gone through after the next start, as everything that ended under earlier programs.
"""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"

_TABLE = """CREATE TABLE archive (
    match_id     BIGINT  NOT NULL PRIMARY KEY REFERENCES match (id),
    logged       INTEGER NOT NULL,
    clocked      INTEGER NOT NULL,
    acted        INTEGER NOT NULL,
    actions      {bytes} NOT NULL,
    clock_events {bytes} NOT NULL
)"""

_ALIKE = (
    "DELETE FROM timer WHERE done_at IS NOT NULL AND id < (SELECT max(id) FROM timer)",
    "DROP INDEX timer_of_subject",
    "CREATE INDEX timer_by_subject ON timer (subject_kind, subject_id)",
    "DELETE FROM note WHERE key = 'thinned'",
)

_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id)"
_ARCHIVED = "EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.{upto} > OLD.seq)"
_LOG, _CLOCKS = "the log is append-only", "the history of clocks is append-only"

_AGAIN = (
    ("action", "action_is_never_deleted", _LOG, f"({_ERASED} OR {_ARCHIVED.format(upto='logged')})"),
    ("clock_event", "clock_event_is_never_deleted", _CLOCKS, f"({_ERASED} OR {_ARCHIVED.format(upto='clocked')})"),
)
"""Table, guard, what it says, and where it lets a row go by now."""

_NEW = (("archive_is_never_changed", "UPDATE", "FALSE"), ("archive_is_never_deleted", "DELETE", _ERASED))


def upgrade() -> None:
    """Create the archive of packed logs."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(_TABLE.format(bytes="BLOB" if on_sqlite else "BYTEA"))
    for statement in _ALIKE:
        op.execute(statement)
    for table, name, sentence, but in _AGAIN:
        op.execute(f"DROP TRIGGER {name}" if on_sqlite else f"DROP TRIGGER {name} ON {table}")
        _forbid(table, name, "DELETE", sentence, but, on_sqlite=on_sqlite)
    for name, when, but in _NEW:
        _forbid("archive", name, when, _LOG, but, on_sqlite=on_sqlite)


def _forbid(table: str, name: str, when: str, sentence: str, but: str, *, on_sqlite: bool) -> None:
    begins = f"CREATE TRIGGER {name} BEFORE {when} ON {table}"
    if on_sqlite:
        unless = "" if but == "FALSE" else f" WHEN NOT {but}"
        op.execute(f"{begins}{unless} BEGIN SELECT RAISE(ABORT, '{sentence}'); END")
        return
    raises = f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"BEGIN IF NOT {but} THEN {raises}; END IF; RETURN OLD; END"
    op.execute(f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
    op.execute(f"{begins} FOR EACH ROW EXECUTE FUNCTION {name}()")
