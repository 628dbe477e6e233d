-- A record says what was answered and stays so. Afterwards it is only refunded, decided, or erased.
create or replace function records_stay() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.at, new.via, new.key_id, new.grant_id, new.job_id, new.search_id, new.watch_id, new.batch_id, new.line,
      new.jurisdiction, new.tier, new.outcome, new.cached, new.entity_id, new.record_number, new.status, new.good_standing,
      new.confidence, new.read_at, new.evidence_id, new.credits_charged)
    is distinct from
     (old.id, old.account_id, old.at, old.via, old.key_id, old.grant_id, old.job_id, old.search_id, old.watch_id, old.batch_id, old.line,
      old.jurisdiction, old.tier, old.outcome, old.cached, old.entity_id, old.record_number, old.status, old.good_standing,
      old.confidence, old.read_at, old.evidence_id, old.credits_charged)
    or (new.erased is not distinct from old.erased and
        (new.member, new.reference, new.entity_name, new.asked_number, new.official_name, new.evidence::text, new.answer::text)
        is distinct from (old.member, old.reference, old.entity_name, old.asked_number, old.official_name, old.evidence::text, old.answer::text))
    or new.credits_refunded < old.credits_refunded
  then
    raise exception 'record % stays as it was written', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
