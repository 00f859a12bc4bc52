-- The line of due jobs goes from artist to artist; see src/queue/line.ts.

create index artist_research_jobs_due on artist_research_jobs (artist_id, next_run_at, id)
  where state in ('pending', 'waiting');
-- In microseconds, for a slice may take less than a millisecond, and a job that goes on stands behind those that are due by then.
alter table artist_research_jobs
  alter column next_run_at type timestamptz,
  alter column next_run_at set default now();
-- Jobs are listed by their identifiers, which begin with the moment they were made at: the primary key is in that order.
drop index artist_research_jobs_by_artist, artist_research_jobs_line, artist_research_jobs_line_of_artist;

-- Nobody reads turn_at any more. It stays for as long as the version before may run beside this one; its rule goes now, for who does
-- not know it does not keep it.
create or replace function job_stands(
  state text, next_run_at timestamptz, turn_at timestamptz, lease_token uuid, leased_until timestamptz, waiting_since timestamptz,
  finished_at timestamptz, requests_begun integer, requests integer, cursor integer, total integer
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (lease_token is null) = (leased_until is null)
    and (state = 'waiting') = (waiting_since is not null)
    -- Of two that say the same of the states, the shorter one.
    and (finished_at is null) = (state = 'pending' or waiting_since is not null)
    and (finished_at is null or lease_token is null)
    and requests_begun <= requests
    and (total is null or total >= cursor);
end $$;
