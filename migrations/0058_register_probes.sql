-- The last probe of each register, so that a list can say when it was last seen as expected. One
-- row for a register and mode: a probe of the sandbox says nothing about the official register.
create table register_probes (
  jurisdiction text not null,
  live         boolean not null,
  at           timestamptz not null,
  verdict      text not null constraint register_probes_verdict check (verdict in ('as_expected', 'drifted', 'unreachable')),
  -- Each difference, in our own words.
  fields       text[] not null default '{}',
  -- The mean time of its answers.
  answer_ms    integer,
  -- When it was last seen as expected.
  expected_at  timestamptz,
  primary key (jurisdiction, live)
);
