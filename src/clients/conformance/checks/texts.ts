import fc from 'fast-check'
import { getOperation } from '#src/contract/document.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { CheckContext } from '../check.ts'
import { describeDifference, expectText, shorten } from '../expect.ts'
import { buildOffer, closeSitting, findQuote, startSitting } from './sitting-steps.ts'

/** What services are known to trim, fold, normalise, escape or cut. */
const texts: readonly string[] = [
  '  spaces at both ends  ',
  'line\r\nends\rof\nall\u2028kinds\u2029here\u0085',
  'e\u0301 and \u00e9, \u212b and \u00c5, \uac00 and \u1100\u1161',
  '𝄞 🎹 👩‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 \u{10ffff}',
  '\ufeffa byte order mark, \u200bzero width, \u00adsoft hyphen',
  'שָׁלוֹם עֲלֵיכֶם, \u202eright to left\u202c, السَّلامُ',
  '\ufdd0 and \uffff are no characters',
  '\u0001\u0007\u001b[31m and \u007f',
  `"quotes" \\ 'back' </script><!-- &amp; %00 {{x}} \${y}`,
  '\tA tab, and a no-break\u00a0space',
]

/** Texts come back unit by unit as they were sent, from every operation that returns them. */
export async function checkTexts(context: CheckContext): Promise<void> {
  const { call } = context
  const opened = await openQuestion(context)
  if (opened === undefined)
    return context.skip(getOperation('saveInterviewAnswer'), 'the artist has no readable source to cite')
  const { session, question } = opened
  const path = { answerId: question.id }
  let expectedRevision = question.revision
  const sent = [...texts, ...generateTexts(context)]
  for (const [at, answer] of sent.entries()) {
    const parts = { path, body: { expectedRevision, answer } }
    if (at === 0) {
      const saved = await call('saveInterviewAnswer', shorten(answer), parts)
      expectText(saved, saved.json.question?.answer, answer)
      expectedRevision = saved.json.question?.revision ?? expectedRevision
      continue
    }
    const revised = await call('reviseInterviewResponse', shorten(answer), parts)
    expectText(revised, revised.json.response?.answer, answer)
    const read = await call('readInterviewResponse', shorten(answer), { path })
    expectText(read, read.json.response?.answer, answer)
    expectedRevision = revised.json.response?.revision ?? expectedRevision
  }
  await compareVersions(context, question.id, sent.toReversed())
  await compareMemory(context, session.sitting, sent.at(-1) ?? '')
  await closeSitting(context)
}

/** Any code point but a surrogate. The unit `binary` is the same, and takes a second to build its map of them all. */
const unit = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })).map((n) => String.fromCodePoint(n))

/** Texts that the contract admits, such as "\ufe04" with a letter and not alone. */
function generateTexts({ options: { seed, cases } }: CheckContext) {
  const judge = getValidator({ $ref: '#/components/schemas/AnswerText' })
  return fc
    .sample(fc.string({ unit, minLength: 1, maxLength: 200 }), { numRuns: cases, seed })
    .filter((text) => judge(text) === undefined)
}

async function openQuestion(context: CheckContext) {
  await closeSitting(context)
  const quote = await findQuote(context)
  const { session } = (await startSitting(context, 'a sitting')).json
  if (quote === undefined || session === undefined) return undefined
  const offer = await buildOffer(context, session, quote)
  const { question } = (await context.call('offerInterviewQuestion', 'a question', offer)).json
  return question && { session, question }
}

/** Newest first; a text that repeats the one before makes no version. */
async function compareVersions({ call, report }: CheckContext, answerId: string, sent: readonly string[]) {
  const operation = getOperation('listInterviewResponseVersions')
  const input = 'the versions of the texts'
  const wordings: string[] = []
  for (let cursor: string | null | undefined; cursor !== null && wordings.length <= sent.length; ) {
    const query = { limit: 20, cursor }
    const { versions, nextCursor } = (await call('listInterviewResponseVersions', input, { path: { answerId }, query }))
      .json
    if (versions === undefined) return
    wordings.push(...versions.map(({ response }) => response.answer))
    cursor = nextCursor
  }
  const expected = sent.filter((text, at) => text !== sent[at + 1])
  if (wordings.length !== expected.length)
    report(operation, input, `${wordings.length} versions, not ${expected.length}`)
  for (const [at, text] of expected.entries())
    if (wordings[at] !== text) report(operation, shorten(text), describeDifference(text, wordings[at] ?? ''))
}

async function compareMemory({ call }: CheckContext, sitting: number, sent: string) {
  const memory = await call('readInterviewMemory', 'the newest answer', { query: { sitting, maxChars: 20_000 } })
  const latest = memory.json.entries?.find(({ kind }) => kind === 'latest_answer')
  const answer = latest?.fields.find(({ name, complete }) => name === 'answer' && complete)
  expectText(memory, answer?.text, sent)
}
