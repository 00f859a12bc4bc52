/*
 * What `verify` cannot name a change of, and why. The list may only shrink: the proof fails where an entry names nothing any more, and
 * where verify names every change of it.
 */

/** Whole tables. */
export const uncoveredTables: Readonly<Record<string, string>> = {
  artist_research_jobs:
    'the line of work: it moves with every slice; what a job has made is content and has its own events',
  onboarding:
    'how far a conversation has come, and its draft; what it led to (profiles, sources, answers, Lore) is on the trail',
  social_posts: 'raw material: what is made of it are sources, whose texts are revisions',
  releases: 'copied from public catalogues and copied anew by every refresh',
  search_texts: 'the index of search, made from the texts',
  search_parts: 'the index of search, made from the texts',
  search_words: 'the index of search, made from the texts',
  paid_steps: 'counts what was spent outside on a day',
  outside_pace: 'when an outside service may be asked next',
  caller_paces: 'counts the calls of the present minute, and is lost with every crash',
  question_slots: 'counts new research jobs of the last 24 hours',
  schema_migrations: 'which migrations were applied when; `migrate` compares them with the files',
}

export const uncoveredColumns: Readonly<Record<string, string>> = {
  'users.is_admin': "belongs to no artist, so to no artist's trail",
  'users.created_at': 'nobody reads it',
}
