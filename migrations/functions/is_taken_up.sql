-- Whether a worker that asks the registers in `sandboxes` in the sandbox, and the others for real,
-- takes up a question; null takes both.
create or replace function is_taken_up(r retrievals, sandboxes text[]) returns boolean language sql stable as $$
  select sandboxes is null or r.sandbox is null or r.sandbox = (r.jurisdiction = any (sandboxes)) or r.created_at < now() - interval '1 hour'
$$;
