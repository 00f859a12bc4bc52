import t from 'tap'
import type { Reference } from '../../src/clients/typescript/index.ts'
import { buildCitation } from '../support/test-context.ts'
import { openSitting } from './client-context.ts'

const asking = (reference: Reference) => () => ({ question: 'What did the first take have?', references: [reference] })

t.test('a whole sitting of which every write loses its response once is saved once', async (t) => {
  const { artist, faults, passed, context, session, source, reference } = await openSitting(t)
  faults.push('pass', 'lost')
  const question = await artist.offer({ session, ordinal: 1, prepare: asking(reference) })
  faults.push('lost')
  const answered = await artist.answer(question, 'The bell. 🔔')
  t.equal(answered.answer, 'The bell. 🔔')
  faults.push('lost')
  const boundary = await artist.drawBoundary({
    questionKey: question.questionKey,
    wording: 'Not my brother.',
    scope: 'until_retracted',
  })
  faults.push('lost')
  const revised = await artist.revise(answered, 'The bell, and rain.', { note: 'Rain' })
  faults.push('lost')
  t.ok((await artist.retractBoundary(boundary)).retractedAt)
  const again = await artist.offer({
    session,
    ordinal: 2,
    prepare: asking(buildCitation(source, 'The bell on the record')),
  })
  faults.push('lost')
  t.equal((await artist.skip(again)).state, 'skipped')
  faults.push('lost')
  t.match(await artist.finish(session), { session: { state: 'finished' } })
  t.equal(faults.length, 0)
  t.equal(revised.answer, 'The bell, and rain.')
  const rows = await context.db.selectFrom('response_versions').select(['answer', 'note']).orderBy('number').execute()
  t.same(rows, [
    { answer: 'The bell. 🔔', note: null },
    { answer: 'The bell, and rain.', note: 'Rain' },
  ])
  t.equal((await context.db.selectFrom('interview_boundaries').selectAll().execute()).length, 1)
  t.ok(passed.length > 15)
})

t.test('a memory that keeps changing is a conflict after a few rounds', async (t) => {
  const { artist, session, reference, sent } = await openSitting(t)
  let answered = await artist.answer(await artist.offer({ session, ordinal: 1, prepare: asking(reference) }), 'One.')
  let said = 0
  const restless = artist.offer({
    session,
    ordinal: 2,
    prepare: async () => {
      const { id, revision } = await artist.revise(answered, `Words ${++said}.`)
      answered = { ...answered, id, revision }
      return { question: 'Which words are they?', references: [reference] }
    },
  })
  // Each round reads before it prepares, and preparing changes the memory.
  await t.rejects(restless, { code: 'memory_changed' })
  t.equal(sent('/offer').length, 1 + 4)
})
