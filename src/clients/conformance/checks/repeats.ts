import { randomUUID } from 'node:crypto'
import { getOperation, type OperationId } from '#src/contract/document.ts'
import type { Call, Parts } from '../call.ts'
import type { CheckContext } from '../check.ts'
import { expectCode, expectSame, expectStatus } from '../expect.ts'
import { buildOffer, closeSitting, findQuote, type Quote, startSitting } from './sitting-steps.ts'

/** Repeats each write that the contract says may be repeated: the responses are equal, and nothing happens twice. */
export async function checkRepeats(context: CheckContext): Promise<void> {
  await closeSitting(context)
  const session = await repeatStart(context)
  if (session === undefined) return
  const quote = await findQuote(context)
  if (quote === undefined)
    context.skip(getOperation('offerInterviewQuestion'), 'the artist has no readable source to cite')
  else await repeatQuestion(context, session, quote)
  await repeat(context.call, 'finishInterviewSitting', 'a finish', { path: { sessionId: session.id }, body: {} })
  await repeatCorrection(context)
  await repeatResearch(context)
}

/** Sends a write twice; returns its body, or undefined where it was not done. */
async function repeat<Id extends OperationId>(call: Call, id: Id, input: string, parts: Parts) {
  const first = await call(id, input, parts)
  return expectSame(first, await call(id, `${input} again`, parts)) ? first.json : undefined
}

type Session = { id: string; sitting: number }

async function repeatStart(context: CheckContext): Promise<Session | undefined> {
  const requestId = randomUUID()
  const input = 'five times at once with one requestId'
  const start = () => startSitting(context, input, requestId)
  const starts = await Promise.all(Array.from({ length: 5 }, start))
  const done = starts.find(({ status }) => status === 200)
  for (const one of starts) expectSame(done ?? one, one)
  expectCode(await startSitting(context, 'another requestId beside an active sitting'), 'session_active')
  return done?.json.session
}

async function repeatQuestion(context: CheckContext, session: Session, quote: Quote): Promise<void> {
  const offer = await buildOffer(context, session, quote)
  const send = (input: string, changes: object = {}) =>
    context.call('offerInterviewQuestion', input, { ...offer, body: { ...offer.body, ...changes } })
  const references = [{ ...quote, quote: `${quote.quote.slice(0, -1)}~` }]
  expectCode(await send('a quote with one other character', { references }), 'evidence_changed')
  expectCode(await send('another memory snapshot', { memorySnapshotId: '0'.repeat(64) }), 'memory_changed')
  expectCode(await send('ordinal 2 before 1', { ordinal: 2 }), 'state_changed')
  const first = await send('an offer')
  const again = await send('the same ordinal with another question', { question: 'Another question than before?' })
  const { question } = first.json
  if (!expectSame(first, again) || question === undefined) return
  await repeatAnswer(context, question)
  await repeatBoundary(context, question)
}

async function repeatAnswer({ call }: CheckContext, { id, revision }: { id: string; revision: string }): Promise<void> {
  const path = { answerId: id }
  const body = { expectedRevision: revision, answer: 'An answer of the conformance tests.' }
  const saved = await repeat(call, 'saveInterviewAnswer', 'an answer', { path, body })
  if (saved === undefined) return
  const other = { ...body, answer: 'Another one.' }
  expectStatus(await call('saveInterviewAnswer', 'another answer under the stale revision', { path, body: other }), 409)
  const answer = 'A revised answer of the conformance tests.'
  const change = { expectedRevision: saved.question?.revision, answer, note: '' }
  const revised = await repeat(call, 'reviseInterviewResponse', 'a revision', { path, body: change })
  if (revised === undefined) return
  const lost = (input: string, expectedRevision: string | undefined, headers = {}) =>
    call('reviseInterviewResponse', input, { path, headers, body: { expectedRevision, answer: 'Lost.' } })
  expectCode(await lost('another wording under the stale revision', change.expectedRevision), 'revision_changed')
  const headers = { 'If-Match': `"${'0'.repeat(64)}"` }
  const current = revised.response?.revision
  expectCode(await lost('If-Match beside another expectedRevision', current, headers), 'revision_changed')
  const versions = await call('listInterviewResponseVersions', 'the versions after the repeats', { path })
  const count = versions.json.versions?.length
  if (count !== 2) versions.report(`${count} versions, not 2`)
}

async function repeatBoundary({ call }: CheckContext, { questionKey }: { questionKey: string }): Promise<void> {
  const wording = 'Nothing about the conformance tests.'
  const body = { requestId: randomUUID(), questionKey, wording, scope: 'sitting' }
  const drawn = await repeat(call, 'saveInterviewBoundary', 'a boundary', { body })
  if (drawn?.boundary === undefined) return
  const other = { ...body, wording: 'Other words.' }
  const input = 'the same requestId with other words'
  expectCode(await call('saveInterviewBoundary', input, { body: other }), 'request_conflict')
  const { id, revision } = drawn.boundary
  const retraction = { path: { boundaryId: id }, body: { revision } }
  await repeat(call, 'retractInterviewBoundary', 'a retraction', retraction)
}

async function repeatCorrection({ call, skip }: CheckContext): Promise<void> {
  const { lore } = (await call('readArtistLore', 'the Lore to correct')).json
  const [line] = /\S[^\n]{2,80}\S/u.exec(lore?.text ?? '') ?? []
  if (!lore || line === undefined) return skip(getOperation('correctLore'), 'the artist has no Lore')
  const start = lore.text.indexOf(line)
  const window = { loreRevision: lore.revision, start, end: start + line.length }
  const body = { requestId: randomUUID(), ...window, correction: null }
  const corrected = await repeat(call, 'correctLore', 'a correction', { body })
  if (corrected?.correction === undefined) return
  const { id, revision } = corrected.correction
  const retraction = { path: { correctionId: id }, body: { revision } }
  await repeat(call, 'retractCorrection', 'a retraction', retraction)
}

/** A quota may be spent, and another question may be under way; both are documented. */
async function repeatResearch({ call, skip }: CheckContext): Promise<void> {
  const body = { topic: 'The conformance tests', evidenceNeed: 'reporting' }
  const first = await call('requestQuestionResearch', 'a question', { body })
  if (first.status !== 202) return skip(first.operation, `answered ${first.status} ${first.json.code}`)
  const { status, json, report } = await call('requestQuestionResearch', 'the same question again', { body })
  if (json.jobId !== first.json.jobId) report(`another job, answered ${status} ${json.code ?? ''}`)
}
