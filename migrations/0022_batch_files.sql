-- What the file of a batch is called, as its sender said; null where nobody said.
alter table batches add column file_name text;
