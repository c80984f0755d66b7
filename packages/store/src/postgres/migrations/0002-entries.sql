-- readable from 2
-- Entries, causes of events, and what retention must know.

-- Rows of lists that grow: an entry is moved from state to state, and keeps its place in its list.
CREATE TABLE entries (
  list TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  final BOOLEAN NOT NULL,
  place BIGINT NOT NULL,
  value TEXT COLLATE "C",
  seq BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (list, id)
);
-- Also for all states of a list: they are few, and a page is made of the first of each.
CREATE INDEX entries_place ON entries (list, state, place, id);
CREATE INDEX entries_final ON entries (list, at, id) WHERE final;

-- When an event was published again, and what led to it: a JSON array. Most have neither.
ALTER TABLE events ADD COLUMN published_at BIGINT;
ALTER TABLE events ADD COLUMN causes TEXT COLLATE "C";

-- When a receipt was made. Nothing is known of the old ones: they count from the newest commit on.
ALTER TABLE receipts ADD COLUMN at BIGINT NOT NULL DEFAULT 0;
UPDATE receipts SET at = (SELECT coalesce(max(at), 0) FROM commits);

-- Those that run are also counted by queue.
DROP INDEX jobs_running;
CREATE INDEX jobs_running ON jobs (queue, lease_until) WHERE state = 'running';

-- The oldest version that can read this database. Whoever commits reads it with the head.
ALTER TABLE head ADD COLUMN readable_from BIGINT NOT NULL DEFAULT 1;
