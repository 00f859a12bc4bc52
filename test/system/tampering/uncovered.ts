/*
 * Changes that `verify` cannot name, and why. `flips` fails where an entry names nothing any more, and where verify
 * names every change of it.
 */

/** Whole tables. */
export const uncoveredTables: Readonly<Record<string, string>> = {
  artist_research_jobs:
    'the job queue: it changes with every slice; what a job has made is content and has its own events',
  onboarding:
    'how far a conversation has come, and its draft; what it led to (profiles, sources, answers, Lore) is on the trail',
  social_posts: 'raw material: what is made of it are sources, whose texts are revisions',
  releases: 'copied from public catalogues and copied again by every refresh',
  search_documents: 'the index of search, made from the texts',
  search_segments: 'the index of search, made from the texts',
  search_postings: 'the index of search, made from the texts',
  search_vector_documents: 'the vectors of search, made from the texts',
  search_vectors: 'the vectors of search, made from the texts',
  daily_spend: 'counts what was spent outside on a day',
  job_pauses: 'what operators have paused for now; that they did is an event of their log',
  provider_rate_limits: 'when an outside service may be asked next',
  question_quota_slots: 'counts new research jobs of the last 24 hours',
  operator_events: "belongs to no artist; test/admin/operator-log.test.ts changes each part of the operators' chain",
  operator_log: "the head of the operators' chain, which the same test changes",
  schema_migrations: 'which migrations were applied when; `migrate` compares them with the files',
}

export const uncoveredColumns: Readonly<Record<string, string>> = {
  'users.is_admin': "belongs to no artist, so to no artist's trail",
  'users.created_at': 'it is never read',
}
