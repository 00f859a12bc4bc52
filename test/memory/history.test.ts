import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import t from 'tap'
import { freshDatabase } from '../support/database.ts'

/**
 * What the history shows changes with these: offers, answers, skips and corrections. An import may bring any of them.
 */
const shown = [
  ...['answer.revised', 'answer.saved', 'correction.retracted', 'correction.saved'],
  ...['question.offered', 'question.skipped'],
  ...['record.imported', 'sitting.finished'],
]

/** Events of the operators' own log: the artist's trail is gone with the artist. */
const operatorActions = new Set(['artist.erased', 'artist.restored'])

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Every action of an audit event in the service's source. */
function actionsInSource(): string[] {
  const files = ['src', 'plugins'].flatMap((folder) =>
    readdirSync(`${repository}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.gen.ts'))
      .map((file) => readFileSync(`${repository}${folder}/${file}`, 'utf8')),
  )
  const writers = files.filter((text) => /\bstage\(|action: '|Record<ClaimState/.test(text))
  const subjects =
    'answer|artist|bio|boundary|claim|correction|discovery|lore|profile|question|record|releases|sitting|source'
  const named = writers.flatMap((text) => [...text.matchAll(new RegExp(`'((?:${subjects})\\.[a-z]+)'`, 'g'))])
  const actions = new Set(named.flatMap(([, action]) => action ?? []))
  return [...actions.difference(operatorActions)].sort()
}

t.test('every action of an event either changes the history or is excluded by the index of its mark', async (t) => {
  const { db } = await freshDatabase(t)
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'audit_events_of_history'`.execute(db)
  const listed = [...(rows[0]?.indexdef ?? '').matchAll(/'([a-z]+\.[a-z]+)'/g)].flatMap(([, action]) => action ?? [])
  t.same([...listed, ...shown].sort(), actionsInSource())
})
