-- Records of what was answered before there were any are kept in pieces, by a chore, because the
-- functions that keep them come after this file. One row as long as that goes on: the last job, and
-- the last row of a file, that has its record.
create table records_of_before (
  one        boolean primary key default true constraint records_of_before_one check (one),
  job_id     uuid not null default '00000000-0000-0000-0000-000000000000',
  jobs_done  boolean not null default false,
  batch_id   uuid not null default '00000000-0000-0000-0000-000000000000',
  line       integer not null default 0
);
insert into records_of_before select where exists (select from jobs) or exists (select from batches);
