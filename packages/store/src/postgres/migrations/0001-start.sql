-- readable from 1
-- The first schema. Times are milliseconds since 1970; values are JSON text.

CREATE TABLE commits (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  info TEXT COLLATE "C" NOT NULL
);

-- The newest state of each document. A deleted one keeps its row, with a null value.
CREATE TABLE docs (
  space TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  value TEXT COLLATE "C",
  PRIMARY KEY (space, id)
);

-- Every state that history still holds, in the order of commits: they are only ever appended.
-- `prev` is the commit of the state before, so a history is walked backwards from the newest.
CREATE TABLE versions (
  seq BIGINT NOT NULL,
  space TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  prev BIGINT NOT NULL,
  value TEXT COLLATE "C",
  PRIMARY KEY (seq, space, id)
);

CREATE TABLE receipts (
  id TEXT COLLATE "C" PRIMARY KEY,
  seq BIGINT NOT NULL,
  value TEXT COLLATE "C",
  expires_at BIGINT
);
CREATE INDEX receipts_expiry ON receipts (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE events (
  topic TEXT COLLATE "C" NOT NULL,
  message_id TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (topic, position)
);
CREATE UNIQUE INDEX events_message ON events (topic, message_id);

-- `ready` is set when a queued job is due, so that a claim never walks over those that are not.
CREATE TABLE jobs (
  id TEXT COLLATE "C" PRIMARY KEY,
  queue TEXT COLLATE "C" NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  ready BOOLEAN NOT NULL,
  priority BIGINT NOT NULL,
  run_at BIGINT NOT NULL,
  attempt BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  backoff_ms BIGINT NOT NULL,
  worker TEXT COLLATE "C",
  lease_until BIGINT,
  error TEXT COLLATE "C",
  result TEXT COLLATE "C",
  seq BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE INDEX jobs_ready ON jobs (queue, priority DESC, run_at, id) WHERE state = 'queued' AND ready;
CREATE INDEX jobs_waiting ON jobs (run_at) WHERE state = 'queued' AND NOT ready;
CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE timers (
  id TEXT COLLATE "C" PRIMARY KEY,
  at BIGINT NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL
);
CREATE INDEX timers_at ON timers (at, id);

CREATE TABLE leases (
  name TEXT COLLATE "C" PRIMARY KEY,
  holder TEXT COLLATE "C" NOT NULL,
  epoch BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

-- What the last group of each session came to, so that a resend gets the same answers.
CREATE TABLE sessions (
  session TEXT COLLATE "C" PRIMARY KEY,
  group_number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  results TEXT COLLATE "C" NOT NULL
);

-- One row: the newest commit, and the one after which history is complete. Whoever commits holds
-- its lock, so commits become visible in the order of their numbers.
CREATE TABLE head (seq BIGINT NOT NULL, horizon BIGINT NOT NULL);
INSERT INTO head VALUES (0, 0);
