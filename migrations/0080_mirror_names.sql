-- How many names an edition holds, beside the counts of its words: together they say how common a word is in the register. Editions
-- imported before this do not know, and are read with the bundled table of words until the next import.
alter table mirror_editions add column names bigint;
