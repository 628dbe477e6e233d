-- The budget of a new grant carries over what the application spent under its earlier grants: `carried` credits of the period that began at `carried_in`.
alter table budgets
  add column client_id  text,
  add column created_at timestamptz not null default now(),
  add column carried    integer not null default 0 constraint budgets_carried_not_negative check (carried >= 0),
  add column carried_in timestamptz;
update budgets b set client_id = g.client_id from oauth_records g where g.model = 'Grant' and g.id = b.grant_id;
create index budgets_client_idx on budgets (account_id, client_id) where client_id is not null;
