import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import {
  type ApiReply,
  addArtist,
  buildCitation,
  createTestContext,
  type TestContext,
} from '../support/test-context.ts'
import { createInterviewClient } from './interview.ts'
import { checkEntries, readCheckedTrail } from './trail.ts'

const folder = new URL('../../../shared/data/piano-mastery/', import.meta.url)
const skip = existsSync(folder) ? false : 'the eighteen texts are not beside this repository'

/** What makes a passage of these texts hard to quote. */
const hard = {
  quotation: /"[^"\n]{10,1500}"/,
  accent: /[^\n]{0,40}[\u00c0-\u024f][^\n]{10,40}/,
  emphasis: /[^\n]{0,20}_[^_\n]{3,200}_[^\n]{10,30}/,
  apostrophe: /[^\n]{10,40}\w'\w[^\n]{10,40}/,
  paragraphs: /[^\n]{10,40}\n+[^\n]{10,40}/,
}

t.test('sittings on eighteen real texts', { skip }, async (t) => {
  const context = await createTestContext(t)
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  t.equal(names.length, 18)
  const kinds = new Set<string>()
  for (const name of names) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const found = Object.entries(hard).flatMap(([kind, pattern]) => {
      const quote = pattern.exec(text)?.[0]
      return quote === undefined ? [] : [{ kind, quote }]
    })
    for (const { kind } of found) kinds.add(kind)
    const quotes = found.map(({ quote }) => quote)
    await t.test(name, (t) => playSitting(t, context, name, text, quotes))
  }
  t.strictSame([...kinds].sort(), Object.keys(hard).sort(), 'every kind of hard passage was quoted')
})

async function playSitting(t: Test, context: TestContext, name: string, text: string, quotes: string[]) {
  const artistId = await addArtist(context.db, name)
  const interview = createInterviewClient(context, 'admin', artistId)
  const source = await context.addSource(text, { artistId, title: name })
  const { session } = (await interview.start()).body

  const references = quotes.map((quote) => buildCitation(source, quote))
  const ask = async (ordinal: number, cited: Parameters<typeof interview.prepared>[2]): Promise<ApiReply> =>
    interview.sendOffer(session, await interview.prepared(session, ordinal, cited))
  const first = (await ask(1, references.slice(0, 3))).body.question
  t.strictSame(first.references, references.slice(0, 3))
  const [said = ''] = quotes
  const answered = (await interview.answer(first, said)).body.question
  t.equal(answered.answer, said, 'the words of the text come back as an answer')

  const echo = {
    kind: 'answer' as const,
    entryId: answered.id,
    revision: answered.revision,
    start: 0,
    end: said.length,
    quote: said,
  }
  const others = [...references.slice(3), echo]
  const second = (await ask(2, others)).body.question
  t.strictSame(second.references, others)
  await interview.answer(second, null)

  const shifted = references.map((reference) => ({ ...reference, start: reference.start + 1, end: reference.end + 1 }))
  for (const reference of shifted)
    t.match(await ask(3, [reference]), { status: 409, body: { code: 'evidence_changed' } })
  const last = buildCitation(source, text.slice(-200))
  t.equal((await ask(3, [last])).status, 200)

  const finished = await interview.finish(session)
  const states = finished.body.session.questions.map(({ state }: { state: string }) => state)
  t.strictSame(states, ['answered', 'skipped', 'skipped'])
  t.strictSame((await interview.restore()).body, finished.body)
  await readCheckedTrail(t, { ...context, artistId })
  await checkEntries(t, { ...context, artistId })
}
