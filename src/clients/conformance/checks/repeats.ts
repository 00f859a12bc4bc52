import { randomUUID } from 'node:crypto'
import type { Check, CheckContext } from '../check.ts'
import { getOperation } from '../operations.ts'
import type { Exchange } from '../session.ts'
import {
  closeSitting,
  createInterview,
  findQuote,
  type Quote,
  type SavedQuestion,
  type Session,
} from './sitting-steps.ts'

type Interview = ReturnType<typeof createInterview>

/** Repeats each write that the contract says may be repeated: the responses are equal, and nothing happens twice. */
export const checkRepeats: Check = {
  name: 'repeats',
  writes: true,
  signedIn: true,
  async run(context) {
    await closeSitting(context)
    const call = createInterview(context)
    const session = await startTwice(context, call)
    if (session === undefined) return
    const quote = await findQuote(context)
    if (quote === undefined)
      context.skip(getOperation('offerInterviewQuestion'), 'the artist has no readable source to cite')
    else {
      const question = await offerTwice(context, call, session, quote)
      if (question !== undefined) {
        await answerTwice(context, call, question)
        await drawTwice(context, call, question)
      }
    }
    await finishTwice(context, call, session)
    await correctTwice(context, call)
    await askTwice(context, call)
  },
}

/** Reports where a repeat is answered otherwise than the first time. */
function expectSame({ report }: CheckContext, first: Exchange, again: Exchange): boolean {
  if (first.status >= 300) report(first.call.operation, first.call.input, `status ${first.status}: ${first.json.error}`)
  else if (again.status !== first.status || again.text !== first.text)
    report(
      again.call.operation,
      again.call.input,
      `the repeat is answered ${again.status} ${again.text.slice(0, 200)}, not ${first.status} ${first.text.slice(0, 200)}`,
    )
  return first.status < 300
}

function expectRefusal({ report }: CheckContext, { call, status, json }: Exchange, code: string): void {
  if (json.code !== code) report(call.operation, call.input, `is answered ${status} ${json.code ?? ''}, not ${code}`)
}

async function startTwice(context: CheckContext, call: Interview): Promise<Session | undefined> {
  const body = { requestId: randomUUID() }
  const starts = await Promise.all(
    Array.from({ length: 5 }, () => call('startInterviewSitting', 'five times at once with one requestId', { body })),
  )
  const [first, ...others] = starts as [Exchange, ...Exchange[]]
  for (const other of others) if (!expectSame(context, first, other)) return undefined
  const another = await call('startInterviewSitting', 'another requestId beside an active sitting', {
    body: { requestId: randomUUID() },
  })
  expectRefusal(context, another, 'session_active')
  return (first.json as { session: Session }).session
}

async function offerTwice(context: CheckContext, call: Interview, session: Session, quote: Quote) {
  const path = { sessionId: session.id }
  const memory = await call('readInterviewMemory', 'the memory', {
    query: { sitting: session.sitting, maxChars: 20_000 },
  })
  const body = {
    ordinal: 1,
    memorySnapshotId: memory.json.snapshotId,
    question: 'What is there to be said of this passage?',
    references: [quote],
  }
  const changed = { ...quote, quote: `${quote.quote.slice(0, -1)}~` }
  const altered = await call('offerInterviewQuestion', 'a quote with one other character', {
    path,
    body: { ...body, references: [changed] },
  })
  expectRefusal(context, altered, 'evidence_changed')
  const stale = await call('offerInterviewQuestion', 'another memory snapshot', {
    path,
    body: { ...body, memorySnapshotId: '0'.repeat(64) },
  })
  expectRefusal(context, stale, 'memory_changed')
  const early = await call('offerInterviewQuestion', 'ordinal 2 before 1', { path, body: { ...body, ordinal: 2 } })
  expectRefusal(context, early, 'state_changed')
  const first = await call('offerInterviewQuestion', 'an offer', { path, body })
  const again = await call('offerInterviewQuestion', 'the same ordinal with another question', {
    path,
    body: { ...body, question: 'Another question than before?' },
  })
  return expectSame(context, first, again) ? (first.json as { question: SavedQuestion }).question : undefined
}

async function answerTwice(context: CheckContext, call: Interview, { id, revision }: SavedQuestion): Promise<void> {
  const path = { answerId: id }
  const body = { expectedRevision: revision, answer: 'An answer of the conformance tests.' }
  const first = await call('saveInterviewAnswer', 'an answer', { path, body })
  if (!expectSame(context, first, await call('saveInterviewAnswer', 'the same answer again', { path, body }))) return
  const other = await call('saveInterviewAnswer', 'another answer under the stale revision', {
    path,
    body: { ...body, answer: 'Another one.' },
  })
  if (other.status !== 409) context.report(other.call.operation, other.call.input, `status ${other.status}, not 409`)
  const { question } = first.json as { question: SavedQuestion }
  const changed = {
    expectedRevision: question.revision,
    answer: 'A revised answer of the conformance tests.',
    note: '',
  }
  const revised = await call('reviseInterviewResponse', 'a revision', { path, body: changed })
  if (
    !expectSame(
      context,
      revised,
      await call('reviseInterviewResponse', 'the same revision again', { path, body: changed }),
    )
  )
    return
  const stale = await call('reviseInterviewResponse', 'another wording under the stale revision', {
    path,
    body: { ...changed, answer: 'Lost.' },
  })
  expectRefusal(context, stale, 'revision_changed')
  const { revision: current } = (revised.json as { response: SavedQuestion }).response
  const headers = { 'If-Match': `"${'0'.repeat(64)}"` }
  const disagreeing = await call('reviseInterviewResponse', 'If-Match beside another expectedRevision', {
    path,
    headers,
    body: { expectedRevision: current, answer: 'Lost.' },
  })
  expectRefusal(context, disagreeing, 'revision_changed')
  const versions = await call('listInterviewResponseVersions', 'the versions after the repeats', { path })
  const count = (versions.json.versions as unknown[] | undefined)?.length
  if (count !== 2) context.report(versions.call.operation, versions.call.input, `${count} versions, not 2`)
}

async function drawTwice(context: CheckContext, call: Interview, { questionKey }: SavedQuestion): Promise<void> {
  const body = {
    requestId: randomUUID(),
    questionKey,
    wording: 'Nothing about the conformance tests.',
    scope: 'sitting',
  }
  const first = await call('saveInterviewBoundary', 'a boundary', { body })
  if (!expectSame(context, first, await call('saveInterviewBoundary', 'the same boundary again', { body }))) return
  const other = await call('saveInterviewBoundary', 'the same requestId with other words', {
    body: { ...body, wording: 'Other words.' },
  })
  expectRefusal(context, other, 'request_conflict')
  const { boundary } = first.json as { boundary: { id: string; revision: string } }
  const parts = { path: { boundaryId: boundary.id }, body: { revision: boundary.revision } }
  const retracted = await call('retractInterviewBoundary', 'a retraction', parts)
  expectSame(context, retracted, await call('retractInterviewBoundary', 'the same retraction again', parts))
}

async function finishTwice(context: CheckContext, call: Interview, { id }: Session): Promise<void> {
  const parts = { path: { sessionId: id }, body: {} }
  const first = await call('finishInterviewSitting', 'a finish', parts)
  expectSame(context, first, await call('finishInterviewSitting', 'the same finish again', parts))
}

async function correctTwice(context: CheckContext, call: Interview): Promise<void> {
  const read = await call('readArtistLore', 'the Lore to correct')
  const { lore } = read.json as { lore?: { revision: string; text: string } | null }
  const [line] = /\S[^\n]{2,80}\S/u.exec(lore?.text ?? '') ?? []
  if (!lore || line === undefined) return context.skip(getOperation('correctLore'), 'the artist has no Lore')
  const start = lore.text.indexOf(line)
  const body = {
    requestId: randomUUID(),
    loreRevision: lore.revision,
    start,
    end: start + line.length,
    correction: null,
  }
  const first = await call('correctLore', 'a correction', { body })
  if (!expectSame(context, first, await call('correctLore', 'the same correction again', { body }))) return
  const { correction } = first.json as { correction: { id: string; revision: string } }
  const parts = { path: { correctionId: correction.id }, body: { revision: correction.revision } }
  const retracted = await call('retractCorrection', 'a retraction', parts)
  expectSame(context, retracted, await call('retractCorrection', 'the same retraction again', parts))
}

/** A quota may be spent, and another question may be under way; both are documented. */
async function askTwice(context: CheckContext, call: Interview): Promise<void> {
  const body = { topic: 'The conformance tests', evidenceNeed: 'reporting' }
  const first = await call('requestQuestionResearch', 'a question', { body })
  if (first.status !== 202) return context.skip(first.call.operation, `answered ${first.status} ${first.json.code}`)
  const again = await call('requestQuestionResearch', 'the same question again', { body })
  if (again.json.jobId !== first.json.jobId)
    context.report(
      again.call.operation,
      again.call.input,
      `another job, answered ${again.status} ${again.json.code ?? ''}`,
    )
}
