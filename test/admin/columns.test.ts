import { sql } from 'kysely'
import t from 'tap'
import { enqueue } from '../research/slices.ts'
import { offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'

const w = await createTestContext(t)
const { question, answer } = await offerFirstQuestion(w)
await answer(question, 'In the kitchen.')
const { artistId, db } = w
await enqueue(w, 'social_ingest')

/** One row of each table. */
const rows: Record<string, string> = {
  artists: `id = '${artistId}'`,
  users: `subject = 'owner'`,
  audit_events: `artist_id = '${artistId}' and seq = 1`,
  interview_sessions: `artist_id = '${artistId}'`,
  interview_entries: `artist_id = '${artistId}'`,
  response_versions: `artist_id = '${artistId}'`,
  artist_research_jobs: `artist_id = '${artistId}' and kind = 'social_ingest'`,
}

const digest = 'a'.repeat(64)
const notDigests = [
  digest.slice(1),
  `${digest}a`,
  `A${digest.slice(1)}`,
  `g${digest.slice(1)}`,
  `${digest.slice(1)}\n`,
  '',
]

/** What no row may contain, also after a migration or a change by hand. */
const refused: Record<string, Record<string, string>> = {
  artists: {
    'an empty name': `name = ''`,
    'a name of 301 characters': `name = repeat('n', 301)`,
    'an empty biography': `bio = ''`,
    'a biography of 20,001 characters': `bio = repeat('b', 20001)`,
  },
  users: {
    'an empty subject': `subject = ''`,
    'a subject of 301 characters': `subject = repeat('s', 301)`,
  },
  audit_events: {
    'an event before the first': 'seq = 0',
    'an empty action': `action = ''`,
    'an action of 101 characters': `action = repeat('a', 101)`,
    'an empty subject': `subject = ''`,
    'a subject of 301 characters': `subject = repeat('s', 301)`,
    'an empty actor': `actor = ''`,
    'an actor of 301 characters': `actor = repeat('a', 301)`,
    'details that are a list': `details = '[]'`,
    'a first event that follows one': `previous = '${digest}'`,
    'a later event that follows none': 'seq = 2, previous = null',
  },
  interview_sessions: {
    'a sitting before the first': 'sitting = 0',
    'another state': `state = 'paused'`,
    'an end without its time': `state = 'finished'`,
    'a time without its end': 'closed_at = now()',
  },
  interview_entries: {
    'an empty key': `question_key = ''`,
    'a key of 501 characters': `question_key = repeat('k', 501)`,
    'an empty question': `question = '', session_id = null, ordinal = null`,
    'a question of 4,001 characters': `question = repeat('q', 4001), session_id = null, ordinal = null`,
    'an empty answer': `answer = ''`,
    'an answer of 2,001 characters': `answer = repeat('a', 2001)`,
    'another state': `state = 'asleep'`,
    'another source': `source = 'rumour'`,
    'a sitting before the first': 'sitting = 0',
    'no place of three': 'ordinal = 0',
    'a fourth place': 'ordinal = 4',
    'citations that are an object': `citations = '{}'`,
    'saved before the first event': 'saved_seq = 0',
    'an answered question without an answer': 'answer = null',
    'an answer to a skipped question': `state = 'skipped', saved_seq = null`,
    'an answer that no event saved': 'saved_seq = null',
    'an offer without its time': `state = 'offered', answer = null, saved_seq = null, offered_at = null`,
    'a sitting without a place in it': 'ordinal = null',
    'a place without a sitting': 'session_id = null',
    'a question of 9 characters in a sitting': `question = 'Nine it i'`,
    'a question of 501 characters in a sitting': `question = repeat('q', 501)`,
    'a question of a sitting without its number': 'sitting = null',
  },
  response_versions: {
    'a wording before the first': 'number = 0',
    'an empty answer': `answer = ''`,
    'an answer of 2,001 characters': `answer = repeat('a', 2001)`,
    'an empty note': `note = ''`,
    'a note of 401 characters': `note = repeat('n', 401)`,
    'saved before the first event': 'saved_seq = 0',
  },
  artist_research_jobs: {
    'a queue position before it is due': `queued_at = next_run_at - interval '1 second'`,
    'another kind': `kind = 'lunch'`,
    'another state': `state = 'asleep'`,
    'a purpose of 201 characters': `purpose = repeat('p', 201)`,
    'fewer attempts than none': 'attempts = -1',
    'no request': 'requests = 0',
    'a step before the first': 'cursor = -1',
    'a payload that is a list': `payload = '[]'`,
    'a checkpoint that is a number': `checkpoint = '1'`,
    'a result that is a text': `result = '"done"'`,
    'a category without a name': `error_category = ''`,
    'a category of 101 characters': `error_category = repeat('c', 101)`,
    'more requests handled than there were': 'requests_handled = 2',
    'fewer steps than were taken': 'cursor = 2, total = 1',
    'a token without a lease': 'lease_token = gen_random_uuid()',
    'a start of a wait without a wait': `waiting_since = now()`,
    'a wait without its start': `state = 'waiting'`,
    'an end without its time': `state = 'done'`,
    'a lease on what has ended': `state = 'done', finished_at = now(), lease_token = gen_random_uuid(), leased_until = now()`,
  },
}

/** The limits themselves. */
const values: Record<string, string> = {
  artists: `name = repeat('n', 300), bio = repeat('b', 20000)`,
  users: `subject = repeat('s', 300)`,
  audit_events: `action = repeat('a', 100), subject = repeat('s', 300), actor = repeat('a', 300), details = '{}', revision = null`,
  interview_sessions: `sitting = 2147483647, state = 'finished', closed_at = now()`,
  interview_entries: `question_key = repeat('k', 500), question = repeat('q', 500), answer = repeat('a', 2000), ordinal = 3,
    sitting = 2147483647, citations = '[]'`,
  response_versions: `number = 2147483647, answer = repeat('é', 2000), note = repeat('n', 400)`,
  artist_research_jobs: `purpose = repeat('p', 200), error_category = repeat('c', 100), requests = 1, result = '{}', cursor = 0, attempts = 0`,
}

t.test('the tables refuse every invalid row', async (t) => {
  for (const [table, sets] of Object.entries(refused)) {
    for (const [title, set] of Object.entries(sets)) {
      await t.rejects(update(table, set), { code: '23514' }, `${table}: ${title}`)
    }
  }
})

t.test('a digest has 64 hexadecimal digits in lower case, in every column of one', async (t) => {
  for (const text of [...notDigests, `é${digest.slice(1)}`])
    await t.rejects(update('audit_events', `hash = '${text}'`), { code: '23514' }, text)
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('revision', 'previous', 'hash', 'head')
      and domain_name is distinct from 'digest'`.execute(db)
  t.same(rows, [])
})

t.test('a value at its limit is accepted', async (t) => {
  for (const [table, set] of Object.entries(values)) {
    t.match(await update(table, set), { numAffectedRows: 1n }, table)
  }
})

function update(table: string, set: string) {
  return sql`update ${sql.table(table)} set ${sql.raw(set)} where ${sql.raw(rows[table] ?? 'false')}`.execute(db)
}
