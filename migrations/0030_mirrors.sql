-- Registers that are published as bulk files are imported into editions. The rows of an edition live in tables of its own
-- (mirror_rows_<edition>, mirror_words_<edition>), made by the import and dropped some time after a newer edition has taken over.
create table mirror_editions (
  edition bigint generated always as identity primary key,
  jurisdiction text not null,
  -- Fictional companies must never answer a question about real ones.
  realm text not null check (realm in ('live', 'sandbox')),
  state text not null default 'staging' check (state in ('staging', 'current', 'retired')),
  -- How old the data is: the date of the file.
  as_of date not null,
  -- Which file it was; for the bundled files, tells whether they have changed.
  fingerprint text not null,
  -- The columns of each part, in the order in which the cells are stored.
  layout jsonb not null default '{}',
  rows bigint not null default 0,
  imported_at timestamptz,
  retired_at timestamptz
);

-- Words that are not in the dictionary of an edition are looked up by their trigrams.
create extension if not exists pg_trgm;

create unique index mirror_editions_current on mirror_editions (jurisdiction, realm) where state = 'current';
