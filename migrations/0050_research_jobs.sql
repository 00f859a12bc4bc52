-- Durable work: one row a job, run one slice at a time under a lease. Beside it what limits it: quotas, budgets and
-- rates.

create domain job_kind as text check (
  value in ('social_ingest', 'caption_extract', 'lore_refresh', 'source_search', 'latest_refresh')
);
create domain job_state as text check (value in ('pending', 'waiting', 'done', 'failed', 'cancelled'));
create domain job_purpose as text check (char_length(value) <= 200);
create domain job_count as integer check (value >= 0);
create domain job_requests as integer check (value >= 1);
create domain job_object as jsonb check (jsonb_typeof(value) = 'object');
create domain job_error as text check (char_length(value) between 1 and 100);

-- The rules of several columns of a job. A function's plan is kept by the connection, where a CHECK is planned at every
-- write.
create function research_job_is_valid(
  state text, next_run_at timestamptz, queued_at timestamptz, lease_token uuid, leased_until timestamptz, waiting_since timestamptz,
  finished_at timestamptz, requests_handled integer, requests integer, cursor integer, total integer
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return queued_at >= next_run_at
    and (lease_token is null) = (leased_until is null)
    and (state = 'waiting') = (waiting_since is not null)
    -- Ended in the states done, failed and cancelled, said of the shorter list.
    and (finished_at is null) = (state = 'pending' or waiting_since is not null)
    and (finished_at is null or lease_token is null)
    and requests_handled <= requests
    and (total is null or total >= cursor);
end $$;

create table artist_research_jobs (
  artist_id uuid not null references artists (id),
  id uuid not null,
  kind job_kind not null,
  -- Distinguishes jobs of one kind with different purposes; '' where the kind has only one.
  purpose job_purpose not null default '',
  state job_state not null,
  payload job_object not null default '{}',
  -- Not claimable before. Truncated wherever it is written: rounded up, a job would not be due in the millisecond it
  -- was made.
  next_run_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- Its position in the queue of due jobs (src/queue/due-jobs.ts). In microseconds, because a slice may take less than
  -- a millisecond, and a job whose slice has ended must come after the jobs that still wait for one.
  queued_at timestamptz not null default now(),
  -- The fence: every write of a slice names the token it was claimed under. Neither column is indexed, so a claim
  -- rewrites the row in its page and no index; an expired lease needs no clearing.
  lease_token uuid,
  leased_until timestamptz(3),
  -- Claims in a row that ended without a saved slice. Counted by the claim, because a killed process cannot count.
  attempts job_count not null default 0,
  -- Requests for this work, and how many of them had come when the present run began: a later one makes the job run
  -- once more.
  requests job_requests not null default 1,
  requests_handled job_count not null default 0,
  run_began_at timestamptz(3),
  cursor job_count not null default 0,
  total integer,
  checkpoint job_object not null default '{}',
  result job_object,
  error_category job_error,
  -- Since when it waits for one and the same outside run.
  waiting_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- When a slice last saved something.
  updated_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (artist_id, id),
  constraint artist_research_jobs_valid check (
    research_job_is_valid(
      state, next_run_at, queued_at, lease_token, leased_until, waiting_since, finished_at, requests_handled, requests, cursor, total
    )
  )
  -- A job is written twice in every slice. While an old snapshot is held no row version is cleared away, so a page
  -- keeps room for two more versions of each of its rows; without it every claim would move its row to another page and
  -- write every index.
) with (fillfactor = 30, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

create unique index artist_research_jobs_one_live on artist_research_jobs (artist_id, kind, purpose)
  where state in ('pending', 'waiting');
-- The queue of all artists. With next_run_at in the key, jobs that are not due are passed over without a look at the
-- table.
create index artist_research_jobs_queue on artist_research_jobs (queued_at, next_run_at, id)
  where state in ('pending', 'waiting');
-- An artist's questions, equal ones together: what is live, what may be reused, how many are new.
create index artist_research_jobs_questions on artist_research_jobs (artist_id, purpose, created_at desc)
  where kind = 'source_search' and purpose like 'question:%';
-- An artist has at most one live question (operations, section 7).
create unique index artist_research_jobs_one_question on artist_research_jobs (artist_id)
  where kind = 'source_search' and purpose like 'question:%' and state in ('pending', 'waiting');

-- The quota of a hundred new question jobs in any 24 hours (operations, section 7), one row for each. A new job takes a
-- row that was taken 24 hours ago or never. Requests of different artists lock different rows, where a counter would
-- make all of them wait.
create table question_quota_slots (
  slot integer primary key check (slot between 1 and 100),
  taken_at timestamptz(3)
);
insert into question_quota_slots (slot) select generate_series(1, 100);

-- Paid steps of an artist on a day (UTC). One row a kind of step: the next day starts it at one again.
create table daily_spend (
  artist_id uuid not null references artists (id),
  what text not null check (char_length(what) between 1 and 40),
  day date not null,
  taken integer not null check (taken >= 1),
  primary key (artist_id, what)
);

-- When the next request to an outside service may be sent, by any process. It belongs to no artist.
create table provider_rate_limits (
  name text primary key check (char_length(name) between 1 and 40),
  next_at timestamptz not null
);
