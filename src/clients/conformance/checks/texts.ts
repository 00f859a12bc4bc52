import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Check, CheckContext } from '../check.ts'
import { getOperation } from '../operations.ts'
import { closeSitting, createInterview, findQuote, type SavedQuestion, type Session } from './sitting-steps.ts'
import { describeDifference } from './windows.ts'

type Interview = ReturnType<typeof createInterview>
type Response = { answer: string; revision: string }

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

const refused: readonly [string, string][] = [
  ['a lone high surrogate', '{"answer":"a\\ud800b"}'],
  ['a lone low surrogate', '{"answer":"a\\udc00b"}'],
  ['U+0000', '{"answer":"a\\u0000b"}'],
  ['white space alone', '{"answer":" \\t\\n"}'],
  ['nothing', '{"answer":""}'],
]

/** Texts come back unit by unit as they were sent, from every operation that returns them. */
export const checkTexts: Check = {
  name: 'texts',
  writes: true,
  signedIn: true,
  async run(context) {
    const call = createInterview(context)
    const opened = await openQuestion(context, call)
    if (opened === undefined)
      return context.skip(getOperation('saveInterviewAnswer'), 'the artist has no readable source to cite')
    const { session, question } = opened
    const path = { answerId: question.id }
    const [first = '', ...others] = [...texts, ...generateTexts(context)]
    const saved = await call('saveInterviewAnswer', show(first), {
      path,
      body: { expectedRevision: question.revision, answer: first },
    })
    const answered = (saved.json as { question?: SavedQuestion }).question
    compare(context, saved, answered?.answer, first)
    let revision = answered?.revision ?? ''
    for (const text of others) {
      const revised = await call('reviseInterviewResponse', show(text), {
        path,
        body: { expectedRevision: revision, answer: text },
      })
      const { response } = revised.json as { response?: Response }
      compare(context, revised, response?.answer, text)
      const read = await call('readInterviewResponse', show(text), { path })
      compare(context, read, (read.json as { response?: Response }).response?.answer, text)
      revision = response?.revision ?? revision
    }
    await compareVersions(context, call, question.id, [first, ...others].toReversed())
    await compareMemory(context, call, session.sitting, others.at(-1) ?? first)
    await refuseAll(context, question.id, revision)
    await closeSitting(context)
  },
}

const generateTexts = ({ options: { seed, cases } }: CheckContext) =>
  fc
    .sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), { numRuns: 6 * cases, seed })
    .filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\u0000'))

const show = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

function compare(
  { report }: CheckContext,
  { call, status }: Awaited<ReturnType<Interview>>,
  actual: string | null | undefined,
  sent: string,
) {
  if (status !== 200) report(call.operation, call.input, `a text that the contract admits is answered ${status}`)
  else if (actual !== sent) report(call.operation, call.input, describeDifference(sent, actual ?? ''))
}

async function openQuestion(context: CheckContext, call: Interview) {
  await closeSitting(context)
  const quote = await findQuote(context)
  const { json } = await call('startInterviewSitting', 'a sitting', { body: { requestId: randomUUID() } })
  const { session } = json as { session?: Session }
  if (quote === undefined || session === undefined) return undefined
  const memory = await call('readInterviewMemory', 'the memory', { query: { sitting: session.sitting } })
  const body = {
    ordinal: 1,
    memorySnapshotId: memory.json.snapshotId,
    question: 'What is there to be said of this?',
    references: [quote],
  }
  const offered = await call('offerInterviewQuestion', 'a question', { path: { sessionId: session.id }, body })
  const { question } = offered.json as { question?: SavedQuestion }
  return question && { session, question }
}

/** Newest first; a text that repeats the one before makes no version. */
async function compareVersions(context: CheckContext, call: Interview, answerId: string, sent: readonly string[]) {
  const operation = getOperation('listInterviewResponseVersions')
  const wordings: string[] = []
  for (let cursor: string | null | undefined; cursor !== null && wordings.length <= sent.length; ) {
    const query = { limit: 20, ...(cursor && { cursor }) }
    const { status, json } = await call(operation.id, 'the versions of the texts', { path: { answerId }, query })
    if (status !== 200) return
    const page = json as { versions: { response: Response }[]; nextCursor: string | null }
    wordings.push(...page.versions.map(({ response }) => response.answer))
    cursor = page.nextCursor
  }
  const expected = sent.filter((text, at) => text !== sent[at + 1])
  if (wordings.length !== expected.length)
    context.report(operation, 'the versions of the texts', `${wordings.length} versions, not ${expected.length}`)
  for (const [at, text] of expected.entries())
    if (wordings[at] !== undefined && wordings[at] !== text)
      context.report(operation, show(text), describeDifference(text, wordings[at]))
}

async function compareMemory(context: CheckContext, call: Interview, sitting: number, sent: string) {
  const { call: asked, json } = await call('readInterviewMemory', 'the newest answer', {
    query: { sitting, maxChars: 20_000 },
  })
  const { entries = [] } = json as {
    entries?: { kind: string; fields: { name: string; text: string | null; complete: boolean }[] }[]
  }
  const latest = entries.find(({ kind }) => kind === 'latest_answer')
  const answer = latest?.fields.find(({ name, complete }) => name === 'answer' && complete)
  if (answer?.text !== sent) context.report(asked.operation, asked.input, describeDifference(sent, answer?.text ?? ''))
}

async function refuseAll(context: CheckContext, answerId: string, expectedRevision: string) {
  for (const [input, body] of refused) {
    const raw = body.replace('{', `{"expectedRevision":"${expectedRevision}",`)
    const operation = getOperation('reviseInterviewResponse')
    const { status, json } = await context.send({ operation, path: { id: context.artist, answerId }, raw, input })
    if (status !== 400 || !String(json.error).includes('answer'))
      context.report(operation, input, `is answered ${status} ${json.error ?? ''}, not 400 naming answer`)
  }
}
