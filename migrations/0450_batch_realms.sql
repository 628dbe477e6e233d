-- Which jurisdictions a running batch asks, and whether in the sandbox: { "us-co": true }. Only a worker that asks all of them likewise takes it up, so that two
-- installations that share a database never answer for each other.

alter table batches add column asked_in jsonb not null default '{}';
