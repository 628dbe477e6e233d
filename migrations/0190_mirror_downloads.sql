-- What a register's server told of the file that a mirror was last read from, so that the same file is not sent again. One row for each
-- mirror that is downloaded; replaced by the next download.
create table mirror_downloads (
  jurisdiction text primary key,
  url text not null,
  sha256 text not null,
  etag text,
  last_modified text,
  downloaded_at timestamptz not null default now()
);
