-- The rules of several columns of a job, as one. PostgreSQL reads and plans the words of a CHECK anew at every write, and keeps those of a function.

create function job_stands(
  state text, next_run_at timestamptz, turn_at timestamptz, lease_token uuid, leased_until timestamptz, waiting_since timestamptz,
  finished_at timestamptz, requests_begun integer, requests integer, cursor integer, total integer
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return turn_at >= next_run_at
    and (lease_token is null) = (leased_until is null)
    and (state = 'waiting') = (waiting_since is not null)
    -- Of two that say the same of the states, the shorter one.
    and (finished_at is null) = (state = 'pending' or waiting_since is not null)
    and (finished_at is null or lease_token is null)
    and requests_begun <= requests
    and (total is null or total >= cursor);
end $$;

alter table artist_research_jobs
  drop constraint artist_research_jobs_check,
  drop constraint artist_research_jobs_check1,
  drop constraint artist_research_jobs_check2,
  drop constraint artist_research_jobs_check3,
  drop constraint artist_research_jobs_check4,
  drop constraint artist_research_jobs_check5,
  drop constraint artist_research_jobs_ended_without_lease,
  alter column requests_begun type job_count,
  add constraint artist_research_jobs_stands check (
    job_stands(
      state, next_run_at, turn_at, lease_token, leased_until, waiting_since, finished_at, requests_begun, requests, cursor, total
    )
  );
