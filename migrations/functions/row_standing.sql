-- The standing of the business that a row found. Rows without a stored one keep what was known:
-- their status, and what the register stated.
create or replace function row_standing(r batch_rows) returns text language sql stable as $$
  select case when row_answer(r) <> 'found' then null
    when r.standing is not null then r.standing
    when r.status in ('inactive', 'dissolved', 'merged', 'revoked') then 'ended'
    when r.good_standing is false or r.status = 'suspended' then 'not_good'
    when r.good_standing then 'good'
    else 'not_stated' end
$$;
