-- An artist has one live question at most, whoever queues or revives it (operations, section 7).
create unique index artist_research_jobs_one_question on artist_research_jobs (artist_id)
  where kind = 'source_search' and purpose like 'question:%' and state in ('pending', 'waiting');
