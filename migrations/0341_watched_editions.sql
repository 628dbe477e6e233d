-- What a watch in a mirrored register was compared with last: the fingerprint of an edition. Null in registers that are asked directly.
alter table watches add column edition text;
create index watches_mirrored_idx on watches (jurisdiction, edition) where edition is not null and status = 'active';
