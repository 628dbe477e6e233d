-- Keeps what a retrieval said of an entity.
create or replace function keep_snapshot(entity uuid, verified_at timestamptz, coverage text, record jsonb, details jsonb) returns void language sql as $$
  insert into snapshots (entity_id, verified_at, number, record, details, coverage)
    select $1, $2, coalesce(max(s.number), 0) + 1, keep_snapshot_content($1, $4), case when $5 is not null then keep_snapshot_content($1, $5) end, $3
      from snapshots s where s.entity_id = $1;
$$;
