-- The line by rounds (src/queue/line.ts): a place is given once and nobody is moved up. A job that has just come, or that pauses, has none yet, and then
-- `turn_at` is null; so a place says nothing any more of when its job is due.

alter table artist_research_jobs
  alter column turn_at drop not null,
  alter column turn_at drop default,
  -- An artist's jobs stood ten minutes apart, so of each ten minutes one round is made, in their order. Whoever is not due is given a place when he is. All
  -- rows are written anew at once, and the indexes with them: a million in the time in which as many updates would have written a part of them.
  alter column turn_at type timestamptz using case
    when next_run_at <= now() then now() + ceil(extract(epoch from turn_at - now()) / 600) * interval '1 microsecond'
  end,
  -- The rules of several columns said as one, in few words: PostgreSQL reads and plans each CHECK anew at every write. Of two that say the same of
  -- the states, the shorter one.
  drop constraint artist_research_jobs_check,
  drop constraint artist_research_jobs_check1,
  drop constraint artist_research_jobs_check2,
  drop constraint artist_research_jobs_check3,
  drop constraint artist_research_jobs_check4,
  drop constraint artist_research_jobs_check5,
  drop constraint artist_research_jobs_ended_without_lease,
  alter column requests_begun type job_count,
  add constraint artist_research_jobs_stands check (
    (lease_token is null) = (leased_until is null)
    and (state = 'waiting') = (waiting_since is not null)
    and (finished_at is null) = (state = 'pending' or waiting_since is not null)
    and (finished_at is null or lease_token is null)
    and requests_begun <= requests
    and (total is null or total >= cursor)
  );

-- Who is to be given a place, once he is due.
create index artist_research_jobs_placeless on artist_research_jobs (next_run_at, id)
  where turn_at is null and state in ('pending', 'waiting');
