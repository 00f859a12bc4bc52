-- An artist has nine live jobs at most, which artist_research_jobs_one_live finds.
drop index artist_research_jobs_due;
