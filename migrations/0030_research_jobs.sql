-- Durable work: one row a job, run one slice at a time under a lease. And what Lore refreshes have made.

create table artist_research_jobs (
  artist_id uuid not null references artists (id),
  id uuid not null,
  kind text not null check (
    kind in ('social_ingest', 'caption_extract', 'lore_refresh', 'source_search', 'latest_refresh')
  ),
  -- Tells apart jobs of one kind that serve different ends; '' where the kind has only one.
  purpose text not null default '' check (char_length(purpose) <= 200),
  state text not null check (state in ('pending', 'waiting', 'done', 'failed', 'cancelled')),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  -- Not claimable before. Truncated wherever it is written: rounded up, a job would not be due in the millisecond it was made.
  next_run_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- Its place in the line of due jobs; see src/queue/line.ts. In microseconds: a slice may take less than a millisecond, and who
  -- has had one stands behind who has not.
  turn_at timestamptz not null default now(),
  -- The fence: every write of a slice names the token it was claimed under. Neither column is indexed, so a claim rewrites the
  -- row in its page and no index; an expired lease needs nobody to clear it.
  lease_token uuid,
  leased_until timestamptz(3),
  -- Claims in a row that ended without a saved slice; a process that is killed has no say in this, so the claim counts.
  attempts integer not null default 0 check (attempts >= 0),
  -- Asks for this work, and how many of them had come when the present run began: a later one makes the job run once more.
  requests integer not null default 1 check (requests >= 1),
  requests_begun integer not null default 0 check (requests_begun between 0 and requests),
  run_began_at timestamptz(3),
  cursor integer not null default 0 check (cursor >= 0),
  total integer check (total >= cursor),
  checkpoint jsonb not null default '{}' check (jsonb_typeof(checkpoint) = 'object'),
  result jsonb check (jsonb_typeof(result) = 'object'),
  error_category text check (char_length(error_category) between 1 and 100),
  -- Since when it waits for one and the same outside run.
  waiting_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- When a slice last saved something.
  updated_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (artist_id, id),
  check (turn_at >= next_run_at),
  check ((lease_token is null) = (leased_until is null)),
  check ((state = 'waiting') = (waiting_since is not null)),
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
  check (state in ('pending', 'waiting') or lease_token is null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

create unique index artist_research_jobs_one_live on artist_research_jobs (artist_id, kind, purpose)
  where state in ('pending', 'waiting');
-- The line. With next_run_at in the key, jobs that are not due are passed over without a look at the table.
create index artist_research_jobs_line on artist_research_jobs (turn_at, next_run_at, id)
  where state in ('pending', 'waiting');
create index artist_research_jobs_line_of_artist on artist_research_jobs (artist_id, turn_at, next_run_at, id)
  where state in ('pending', 'waiting');
create index artist_research_jobs_by_artist on artist_research_jobs (artist_id, created_at desc, id desc);

create table lore_versions (
  artist_id uuid not null references artists (id),
  number integer not null check (number >= 1),
  text text not null check (char_length(text) <= 20000),
  citations jsonb not null check (jsonb_typeof(citations) = 'array'),
  revision text not null check (revision ~ '^[a-f0-9]{64}$'),
  previous text check (previous ~ '^[a-f0-9]{64}$'),
  job_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (artist_id, number)
);
