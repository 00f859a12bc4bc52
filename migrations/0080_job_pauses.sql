-- Kinds of jobs that an operator has paused, of one artist or of all: no claim takes such a job. On a cluster a copy
-- lies on every node, since each claim asks for it; so it refers to no artist.

create table job_pauses (
  kind job_kind not null,
  -- The nil UUID means every artist.
  artist_id uuid not null,
  because text not null check (char_length(because) between 1 and 500),
  paused_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (kind, artist_id)
);
