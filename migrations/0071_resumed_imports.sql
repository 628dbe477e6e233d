-- An import commits its rows in parts, and notes how far it is: killed, it goes on from there when the same file comes again.
alter table mirror_editions add column resume jsonb;
