-- Deliveries that an account asked for again, so that those which are open can be counted.

alter table deliveries add column again boolean not null default false;
create index deliveries_open_again_idx on deliveries (account_id) where status = 'pending' and again;
