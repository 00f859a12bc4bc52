-- The line by rounds (src/queue/line.ts): a place is given once and nobody is moved up. A job that has just come, or that pauses, has none yet, and then
-- `turn_at` is null; so a place says nothing any more of when its job is due.

create domain job_requests_begun as integer;
alter table artist_research_jobs
  alter column turn_at drop not null,
  alter column turn_at drop default,
  -- The rules of several columns said as one, in few words: PostgreSQL reads and plans each CHECK anew at every write. Of two that say the same of
  -- the states, the shorter one.
  drop constraint artist_research_jobs_check,
  drop constraint artist_research_jobs_check1,
  drop constraint artist_research_jobs_check2,
  drop constraint artist_research_jobs_check3,
  drop constraint artist_research_jobs_check4,
  drop constraint artist_research_jobs_check5,
  drop constraint artist_research_jobs_ended_without_lease,
  -- Without its check at first: so no row has to be written anew.
  alter column requests_begun type job_requests_begun,
  add constraint artist_research_jobs_stands check (
    (lease_token is null) = (leased_until is null)
    and (state = 'waiting') = (waiting_since is not null)
    and (finished_at is null) = (state = 'pending' or waiting_since is not null)
    and (finished_at is null or lease_token is null)
    and requests_begun <= requests
    and (total is null or total >= cursor)
  );
alter domain job_requests_begun add constraint job_requests_begun_check check (value >= 0);

-- Jobs that are due keep their order, one of an artist in each round; the others are given a place when they come due. Without the two indexes meanwhile:
-- to make them anew is sooner done than to write a new entry for each job.
drop index artist_research_jobs_line;
drop index artist_research_jobs_line_of_artist;
update artist_research_jobs as job
  set turn_at = case when job.next_run_at <= now() then now() + ranked.round * interval '1 microsecond' end
from (
  select artist_id, id,
    row_number() over (partition by artist_id order by next_run_at > now(), turn_at, next_run_at, id) as round
  from artist_research_jobs where state in ('pending', 'waiting')
) as ranked
where job.artist_id = ranked.artist_id and job.id = ranked.id;

create index artist_research_jobs_line on artist_research_jobs (turn_at, next_run_at, id)
  where state in ('pending', 'waiting');
create index artist_research_jobs_line_of_artist on artist_research_jobs (artist_id, turn_at, next_run_at, id)
  where state in ('pending', 'waiting');
-- Who is to be given a place, once he is due.
create index artist_research_jobs_placeless on artist_research_jobs (next_run_at, id)
  where turn_at is null and state in ('pending', 'waiting');
