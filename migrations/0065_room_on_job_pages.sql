-- A job is written twice in every slice: claimed, and ended. While a session holds an old snapshot nothing of what was is cleared away, so a page has to
-- have room for two more wordings of each of its rows, or claims move their rows to other pages and write every index anew. Pages that are there
-- already stay as they are until their jobs are gone.
alter table artist_research_jobs set (fillfactor = 30);
