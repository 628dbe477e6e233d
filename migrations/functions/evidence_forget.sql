-- Erases the bodies of evidence that speaks of a person whose data were erased; their digests stay.
create or replace function evidence_forget(ids uuid[]) returns void language sql as $$
  update evidence_bodies set body = null, erased_at = now()
   where body is not null and digest in (select digest from evidence_exchanges where evidence_id = any (ids));
$$;
