-- What an edition says, whatever file it came in: the SHA-256 of what was read of its files. Watches are compared with an edition once, and another file with the
-- same content is no other edition to them. Null in editions from before this, which are told apart by their fingerprint.
alter table mirror_editions add column content text;

-- What the edition of `edition` said of the record of a watch, as far as the watch was compared with it; null where the record has to be read to know.
alter table watches add column record_digest bytea;
