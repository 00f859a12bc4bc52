-- Research for interview questions is a hundred new jobs in any 24 hours, whoever asks (operations, section 7).

-- One row for each of them. A new job takes a row that was taken 24 hours ago or never: so no row is taken twice in any 24 hours, and
-- a free one is left exactly as long as fewer than a hundred are. Requests of different artists hold different rows, where a
-- counter would make all of them wait for one. It belongs to no artist.
create table question_slots (
  slot integer primary key check (slot between 1 and 100),
  taken_at timestamptz(3)
);
insert into question_slots (slot) select generate_series(1, 100);

-- An artist's questions, equal ones together: what is live, what may be taken over, how many are new.
create index artist_research_jobs_questions on artist_research_jobs (artist_id, purpose, created_at desc)
  where kind = 'source_search' and purpose like 'question:%';
