-- What the payment processor said of a single refund: a row for each state it was told to be in. The furthest state counts, however the rows came in.

alter table payment_reversals
  add column refund_id text,
  add column status    text constraint payment_reversals_status check (status in ('pending', 'succeeded', 'failed')),
  add constraint payment_reversals_refund_has_status check ((refund_id is null) = (status is null));
update payment_reversals set refund_id = reference, status = 'failed' where reason = 'refund_failed';
-- What a process of the version before adds during an upgrade.
create function refund_failed_by_its_name() returns trigger language plpgsql as $$
begin
  new.refund_id := new.reference;
  new.status := 'failed';
  return new;
end $$;
create trigger refund_failed_by_its_name before insert on payment_reversals
  for each row when (new.reason = 'refund_failed' and new.refund_id is null) execute function refund_failed_by_its_name();
