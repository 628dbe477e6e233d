-- A job that bypasses the cache is answered only by a reading that began after this.
alter table jobs add column read_after timestamptz;

-- The record that an exchange read by its number. Null for a search, whose words belong to whoever
-- asked, and for exchanges of earlier versions.
alter table evidence_exchanges add column record_id text;

-- What the evidence of a row's question said of it.
alter table batch_rows add column findings jsonb;
