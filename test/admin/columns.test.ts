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
  audit_events: {
    'an event before the first': 'seq = 0',
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
    'an empty question': `question = '', session_id = null, ordinal = null`,
    'a question of 4,001 characters': `question = repeat('q', 4001), session_id = null, ordinal = null`,
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
    'saved before the first event': 'saved_seq = 0',
  },
  artist_research_jobs: {
    'a queue position before it is due': `queued_at = next_run_at - interval '1 second'`,
    'another kind': `kind = 'lunch'`,
    'another state': `state = 'asleep'`,
    'fewer attempts than none': 'attempts = -1',
    'no request': 'requests = 0',
    'a step before the first': 'cursor = -1',
    'a payload that is a list': `payload = '[]'`,
    'a checkpoint that is a number': `checkpoint = '1'`,
    'a result that is a text': `result = '"done"'`,
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
  audit_events: `details = '{}', revision = null`,
  interview_sessions: `sitting = 2147483647, state = 'finished', closed_at = now()`,
  interview_entries: `question = repeat('q', 500), ordinal = 3, sitting = 2147483647, citations = '[]'`,
  response_versions: 'number = 2147483647',
  artist_research_jobs: `requests = 1, result = '{}', cursor = 0, attempts = 0`,
}

/** Texts with at least one character, and at most so many. */
const texts: Record<string, Record<string, number>> = {
  artists: { name: 300, bio: 20_000 },
  users: { subject: 300 },
  audit_events: { action: 100, subject: 300, actor: 300 },
  interview_entries: { question_key: 500, answer: 2_000 },
  response_versions: { answer: 2_000, note: 400 },
  artist_research_jobs: { error_category: 100, purpose: 200 },
}

t.test('a text has one character at least, and no more than its limit', async (t) => {
  for (const [table, columns] of Object.entries(texts)) {
    for (const [column, max] of Object.entries(columns)) {
      const write = (length: number) => update(table, `${column} = repeat('é', ${length})`)
      if (column !== 'purpose') await t.rejects(write(0), { code: '23514' }, `${table}.${column} is empty`)
      await t.rejects(write(max + 1), { code: '23514' }, `${table}.${column} is too long`)
      t.match(await write(max), { numAffectedRows: 1n }, `${table}.${column}`)
    }
  }
})

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
