-- What is done from time to time, by one process of all: when each is due next, by the clock they share.

create table schedules (
  name   text primary key,
  due_at timestamptz not null
);
