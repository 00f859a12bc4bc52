-- An artist's next job is moved up in the line by the claim of the one before it (src/queue/line.ts), and the entry of the place it stood at is dead from
-- then on. As long as any session holds an older snapshot no vacuum may clear such entries away, and every claim would step over all those of its artist. So
-- a job that is moved up keeps the place it stood at, and whoever claims it looks for the next one behind that. Null with the end of its slice.
alter table artist_research_jobs add column stood_at timestamptz;
