-- The standing of the business of a row, decided once with its outcome. Null in rows of earlier
-- versions, and of the previous version during an upgrade.
alter table batch_rows add column standing text;
alter table batch_rows add constraint batch_rows_standing
  check (standing = 'good' or standing = 'not_stated' or standing = 'not_good' or standing = 'ended') not valid;
