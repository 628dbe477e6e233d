-- Registers: the editions of those that are published as bulk files, and the switched-off ones.

-- Words that are not in the dictionary of an edition are looked up by their trigrams.
create extension if not exists pg_trgm;

-- The rows of an edition live in tables of its own (mirror_rows_<edition>, mirror_words_<edition>),
-- which the import creates. They are dropped some time after a newer edition has replaced it.
create table mirror_editions (
  edition      bigint generated always as identity primary key,
  jurisdiction text not null,
  -- Fictional companies must never answer a question about real ones.
  realm        text not null constraint mirror_editions_realm_check check (realm in ('live', 'sandbox')),
  state        text not null default 'staging'
    constraint mirror_editions_state_check check (state in ('staging', 'current', 'retired')),
  -- How old the data is: the date of the file.
  as_of        date not null,
  -- Identifies the file; of bundled files it shows whether they have changed.
  fingerprint  text not null,
  -- The SHA-256 of what was read of its files: another file with the same content is the same
  -- edition to watches. Null in editions without it, which are told apart by their fingerprint.
  content      text,
  -- The columns of each part, in the order in which the cells are stored.
  layout       jsonb not null default '{}',
  rows         bigint not null default 0,
  -- Together with the counts of its words, this says how common a word is in the register. Editions
  -- without it are read with the bundled table of words.
  names        bigint,
  -- How far the import is: after a kill it continues there when the same file comes again.
  resume       jsonb,
  imported_at  timestamptz,
  retired_at   timestamptz
);
create unique index mirror_editions_current on mirror_editions (jurisdiction, realm) where state = 'current';

-- What the server said about the file that a mirror was last read from, so that the same file is
-- not sent again. One row per mirror; the next download replaces it.
create table mirror_downloads (
  jurisdiction  text primary key,
  url           text not null,
  sha256        text not null,
  etag          text,
  last_modified text,
  downloaded_at timestamptz not null default now()
);

-- Taken out of service by an administrator.
create table jurisdictions_switched_off (
  code text primary key,
  at   timestamptz not null default now()
);
