-- How long a register took lately is read with every quote.

create index retrievals_latest_idx on retrievals (jurisdiction, kind, tier, finished_at) where finished_at is not null;
