-- What the source listed that an answer came from: for some registers that depends on the credentials of the day. Rows from before
-- say nothing, and are taken for what the catalogue says.
alter table entities add column coverage text;
alter table answers add column coverage text;
alter table snapshots add column coverage text;
