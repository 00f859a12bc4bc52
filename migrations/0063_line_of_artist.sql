-- Artists take turns, and whoever claims knows whose turn it is; see src/queue/line.ts. A claim asks for the first job of an artist,
-- a look for every artist who has one.
create index artist_research_jobs_due on artist_research_jobs (artist_id, turn_at, next_run_at, id)
  where finished_at is null;

-- The same in other words, which the one above must not be taken for. artist_research_jobs_line stays: in it stands who has come lately.
drop index artist_research_jobs_line_of_artist;
-- Jobs are listed by their identifiers, which begin with the moment they were made at: the primary key is in that order.
drop index artist_research_jobs_by_artist;
