import { sql } from 'kysely'
import t from 'tap'
import { createTestContext } from '../support/test-context.ts'

const { db } = await createTestContext(t)

t.test('a revise writes no index of the question: none has a column that it changes', async (t) => {
  const changed = ['answer', 'revision', 'previous', 'answer_updated_at', 'saved_seq']
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'interview_entries'`.execute(db)
  t.ok(rows.length > 1, 'there are indexes')
  for (const { definition } of rows) {
    const words = definition.slice(definition.indexOf(' USING ')).match(/\w+/g) ?? []
    t.same(
      words.filter((word) => changed.includes(word)),
      [],
      definition,
    )
  }
})
