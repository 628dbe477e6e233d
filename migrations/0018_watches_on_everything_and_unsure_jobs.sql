-- A watch on everything has no codes, so that it hears of codes to come too. Saved forms used to
-- store all eleven instead: an account with exactly that list never chose among them.
update watches set codes = null
 where codes @> array['STATUS_CHANGED', 'GOOD_STANDING_LOST', 'GOOD_STANDING_REGAINED', 'DISSOLVED', 'REINSTATED', 'NAME_CHANGED',
                      'ADDRESS_CHANGED', 'AGENT_CHANGED', 'OFFICERS_CHANGED', 'FILED', 'RECORD_GONE'];

-- Every page of the console counts the unsure answers of its account: they are few among all.
create index concurrently if not exists jobs_unsure_idx on jobs (account_id, id)
  where status = 'completed' and result #>> '{data,match,review}' = 'true';
