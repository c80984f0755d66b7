-- readable from 1
-- The first schema. Times are milliseconds since 1970; values are JSON text.

-- The newest state of each document. A deleted one keeps its row, with a null value.
CREATE TABLE docs (
  space TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  value TEXT,
  PRIMARY KEY (space, id)
) WITHOUT ROWID;

-- What happened, in order, only ever appended: a row for each commit, which has no space, and behind
-- it a row for each state that it made and that history still holds. In one table, because each
-- table that a commit touches costs it a page to write.
CREATE TABLE log (
  seq INTEGER NOT NULL,
  space TEXT NOT NULL,
  id TEXT NOT NULL,
  prev INTEGER NOT NULL,
  value TEXT,
  PRIMARY KEY (seq, space, id)
) WITHOUT ROWID;
CREATE VIEW commits AS
  SELECT seq, prev AS at, id AS session, value AS info FROM log WHERE space = '';
-- `prev` is the commit of the state before, so a history is walked backwards from the newest.
CREATE VIEW versions AS SELECT seq, space, id, prev, value FROM log WHERE space <> '';

CREATE TABLE receipts (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL,
  value TEXT,
  expires_at INTEGER
) WITHOUT ROWID;
CREATE INDEX receipts_expiry ON receipts (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE events (
  topic TEXT NOT NULL,
  message_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (topic, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_message ON events (topic, message_id);

-- `ready` is set when a queued job is due, so that a claim never walks over those that are not.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  queue TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL,
  ready INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  spent INTEGER NOT NULL,
  backoff_ms INTEGER NOT NULL,
  worker TEXT,
  lease_until INTEGER,
  error TEXT,
  result TEXT,
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) WITHOUT ROWID;
CREATE INDEX jobs_ready ON jobs (queue, priority DESC, run_at, id) WHERE state = 'queued' AND ready = 1;
CREATE INDEX jobs_waiting ON jobs (run_at) WHERE state = 'queued' AND ready = 0;
CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE timers (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  payload TEXT NOT NULL,
  seq INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX timers_at ON timers (at, id);

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- History is complete after this commit.
CREATE TABLE horizon (seq INTEGER NOT NULL);
INSERT INTO horizon VALUES (0);
