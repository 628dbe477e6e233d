-- A dispute that was lost may be won later, or its money reinstated: `reinstates` names the
-- reversal that does not stand. Not validated, for it only allows more than before.
alter table payment_reversals
  add column reinstates text,
  drop constraint payment_reversals_reason;
alter table payment_reversals
  add constraint payment_reversals_reason
    check (reason in ('refund', 'dispute', 'refund_failed', 'dispute_won')) not valid,
  add constraint payment_reversals_won_names_lost
    check ((reason = 'dispute_won') = (reinstates is not null)) not valid;

-- What was paid with taxes, in cents: money that goes back is a share of it. Null: the price, as in
-- payments of before.
alter table payments add column paid_cents integer constraint payments_paid_positive check (paid_cents > 0);
