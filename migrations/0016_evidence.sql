-- What callers know of a business beside its name, kept as long as what asks with it, and which other
-- records came near a name whose answer is not certain.
alter table jobs add column if not exists evidence json;
alter table batch_rows add column if not exists evidence jsonb;
alter table answers add column if not exists rivals uuid[];
