-- The standing of the business of a row, decided once with its outcome. Null in rows of earlier
-- versions, and of the previous version during an upgrade.
alter table batch_rows add column standing text constraint batch_rows_standing
  check (standing in ('good', 'not_stated', 'not_good', 'ended'));
