-- Verification by number: the retrieval knows the number that was asked for. `name_key` holds it too, so that equal questions, and no others, share one.

alter table retrievals add column record_number text;

-- Whether a search for a name has come upon the entity. One that was only ever read by its number does not answer for its name, which others may bear too.
alter table entities add column found_by_name boolean not null default true;
