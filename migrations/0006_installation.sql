-- A name for this installation, so that several can share one Redis and never take each other's work.

create table installation (
  id     uuid primary key default gen_random_uuid(),
  single boolean not null default true constraint installation_is_one unique check (single)
);
insert into installation default values;
