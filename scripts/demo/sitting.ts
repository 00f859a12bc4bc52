import { randomUUID } from 'node:crypto'
import { findSentences } from '#src/text/sentences.ts'
import { advanceUntilIdle } from './advance.ts'
import { RequestRefusedError } from './client.ts'
import type { DemoEnvironment, Schemas } from './environment.ts'

type Quote = { sourceId: string; title: string; revision: string; start: number; end: number; quote: string }

/**
 * A whole sitting over HTTP, step by step: two cited questions, an answer, a revision, a stale one refused, the finish,
 * Lore.
 */
export async function playSitting(stage: DemoEnvironment): Promise<void> {
  const { call, artist, beginStep, show } = stage
  await closeWhatIsOpen(stage)
  const [first, second] = await pickQuotes(stage)
  if (first === undefined || second === undefined) throw new Error('The artist has no two sources to quote')

  beginStep('Start a sitting. The requestId makes it safe to send twice.')
  const started = await call<Schemas['InterviewState']>('POST', `${artist}/interview/session`, {
    requestId: randomUUID(),
  })
  const session = started.session
  if (session === null) throw new Error('The service started no sitting')
  show(`sitting ${session.sitting}, ${session.state}`)

  const offered = await offer(stage, session, 1, first)
  const answered = await answer(stage, offered, 'It was the first evening the house was quiet enough to hear it.')
  await offer(stage, session, 2, second)
  await revise(stage, answered)

  beginStep(
    'Finish. The second question was never answered, so it is skipped; a Lore refresh is queued in the same transaction.',
  )
  const finished = await call<Schemas['InterviewState']>('POST', `${artist}/interview/session/${session.id}/finish`, {})
  for (const { ordinal, state } of finished.session?.questions ?? []) show(`question ${ordinal}: ${state}`)

  beginStep('Advance research until the Lore refresh is done: one slice a request, as an open page does.')
  await advanceUntilIdle(stage, ['lore_refresh'])
  beginStep(
    'The brief now carries the Lore that was composed, every sentence of it taken exactly from an answer or a source.',
  )
  const brief = await call<Schemas['ArtistBrief']>('GET', `${artist}/knowledge/brief`)
  show(brief.generatedLoreSummary ?? '(no Lore)')
}

async function closeWhatIsOpen({ call, artist, beginStep, show }: DemoEnvironment): Promise<void> {
  beginStep('Restore the interview: what is saved, exactly.')
  const { session } = await call<Schemas['InterviewState']>('GET', `${artist}/interview/session`)
  show(session === null ? 'no sitting yet' : `sitting ${session.sitting} is ${session.state}`)
  if (session?.state !== 'active') return
  show('an earlier one is still open; it is finished first')
  await call('POST', `${artist}/interview/session/${session.id}/finish`, {})
}

/** A sentence of each of the first two sources that have one, with the window that pins it: UTF-16 offsets of one revision. */
async function pickQuotes({ call, artist, beginStep, show }: DemoEnvironment): Promise<Quote[]> {
  beginStep('List the sources and read two of them, to quote from.')
  const { sources } = await call<Schemas['SourceList']>('GET', `${artist}/knowledge/sources?kind=vault&limit=50`)
  const quotes: Quote[] = []
  for (const { sourceId, title, revision, extraction } of sources) {
    if (quotes.length === 2) break
    // A page whose text was never read has none to quote.
    if (extraction.storedChars === 0) continue
    const { passage } = await call<Schemas['SourceReading']>(
      'GET',
      `${artist}/knowledge/sources/${sourceId}?revision=${revision}`,
    )
    const window = findSentences(passage.text).find(
      ({ start, end }) => start > 200 && end - start > 40 && end - start < 300,
    )
    if (window === undefined) continue
    const start = passage.start + window.start
    const end = passage.start + window.end
    quotes.push({
      sourceId,
      title: title ?? sourceId,
      revision,
      start,
      end,
      quote: passage.text.slice(window.start, window.end),
    })
    show(`${title} [${start}, ${end}): “${passage.text.slice(window.start, window.end)}”`)
  }
  return quotes
}

async function offer(
  { call, artist, beginStep, show }: DemoEnvironment,
  session: Schemas['Session'],
  ordinal: number,
  cited: Quote,
) {
  beginStep(`Read the mandatory memory, then offer question ${ordinal}, citing its evidence exactly.`)
  const memory = await call<Schemas['InterviewMemory']>(
    'GET',
    `${artist}/interview/memory?sitting=${session.sitting}&maxChars=20000`,
  )
  show(`memory snapshot ${memory.snapshotId.slice(0, 12)}… with ${memory.totalEntries} entries`)
  const { title, ...reference } = cited
  const { question } = await call<Schemas['SavedQuestion']>('POST', `${artist}/interview/session/${session.id}/offer`, {
    ordinal,
    memorySnapshotId: memory.snapshotId,
    question: `In “${title}” there is this line: “${cited.quote.slice(0, 200)}” What stood behind it?`,
    references: [{ kind: 'original', ...reference }],
  })
  show(`${question.state} as ${question.questionKey}, revision ${question.revision.slice(0, 12)}…`)
  return question
}

async function answer({ call, artist, beginStep, show }: DemoEnvironment, question: Schemas['Question'], text: string) {
  beginStep('Answer it. The words are stored byte for byte.')
  const saved = await call<Schemas['SavedQuestion']>('POST', `${artist}/interview/answers/${question.id}`, {
    expectedRevision: question.revision,
    answer: text,
  })
  show(`“${saved.question.answer}” revision ${saved.question.revision.slice(0, 12)}…`)
  return saved.question
}

async function revise(
  { call, artist, beginStep, show }: DemoEnvironment,
  answered: Schemas['Question'],
): Promise<void> {
  const path = `${artist}/interview/responses/${answered.id}`
  beginStep('Revise the answer; the earlier wording stays in the archive.')
  const revised = await call<Schemas['ReadResponse']>('PATCH', path, {
    expectedRevision: answered.revision,
    answer: `${answered.answer} Then I wrote it down, and it was wrong, and I kept it.`,
    note: 'The second half of the story',
  })
  show(`“${revised.response.answer}” revision ${revised.response.revision.slice(0, 12)}…`)

  beginStep('Revise again with the revision from before: it may have been saved elsewhere since, so it is refused.')
  try {
    await call('PATCH', path, { expectedRevision: answered.revision, answer: 'This must not overwrite anything.' })
    throw new Error('A stale revision was accepted')
  } catch (error) {
    if (!(error instanceof RequestRefusedError) || error.code !== 'revision_changed') throw error
    show(error.message)
  }
}
