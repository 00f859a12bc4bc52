import { isProblemError, listAll, type Reference, type Schemas } from '#src/clients/typescript/index.ts'
import { findSentences } from '#src/text/sentences.ts'
import { advanceUntilIdle, type Stage } from './stage.ts'

type Quote = { title: string; reference: Reference & { kind: 'original' } }

/**
 * A whole sitting over HTTP, step by step: two cited questions, an answer, a revision, a stale one refused, the finish,
 * Lore.
 */
export async function playSitting(stage: Stage): Promise<void> {
  const { client, artist, path, beginStep, show } = stage
  await closeWhatIsOpen(stage)
  const [first, second] = await pickQuotes(stage)
  if (first === undefined || second === undefined) throw new Error('The artist has no two sources to quote')

  beginStep('Start a sitting. Its requestId makes it safe to send twice.')
  const session = await artist.start()
  show(`sitting ${session.sitting}, ${session.state}`)

  const offered = await offer(stage, session, 1, first)
  beginStep('Answer it. The words are stored byte for byte.')
  const answered = await artist.answer(offered, 'It was the first evening the house was quiet enough to hear it.')
  show(`“${answered.answer}” revision ${answered.revision.slice(0, 12)}…`)
  await offer(stage, session, 2, second)
  await revise(stage, answered)

  beginStep('Finish. The second question has no answer, so it is skipped; a Lore refresh is queued in the same commit.')
  const finished = await artist.finish(session)
  for (const { ordinal, state } of finished.session?.questions ?? []) show(`question ${ordinal}: ${state}`)

  beginStep('Advance research until the Lore refresh is done: one slice a request, as an open page does.')
  await advanceUntilIdle(stage, ['lore_refresh'])
  beginStep('The brief now has the composed Lore, every sentence of it taken exactly from an answer or a source.')
  const brief = await client.call('readArtistBrief', { path })
  show(brief.generatedLoreSummary ?? '(no Lore)')
}

async function closeWhatIsOpen({ artist, beginStep, show }: Stage): Promise<void> {
  beginStep('Restore the interview: what is saved, exactly.')
  const { session } = await artist.restore()
  show(session === null ? 'no sitting yet' : `sitting ${session.sitting} is ${session.state}`)
  if (session?.state !== 'active') return
  show('an earlier one is still open; it is finished first')
  await artist.finish(session)
}

/** A sentence of each of the first two sources that have one, with the window that pins it. */
async function pickQuotes({ client, path, beginStep, show }: Stage): Promise<Quote[]> {
  beginStep('List the sources and read two of them, to quote from.')
  const sources = await listAll(client, 'listArtistSources', { path, query: { kind: 'vault' } })
  const quotes: Quote[] = []
  for (const { sourceId, title, revision, extraction } of sources) {
    if (quotes.length === 2) break
    // A page whose text was never read has none to quote.
    if (extraction.storedChars === 0 || revision === null) continue
    const { passage } = await client.call('readArtistSource', { path: { ...path, sourceId }, query: { revision } })
    const isQuotable = (window: { start: number; end: number }) =>
      window.start > 200 && window.end - window.start > 40 && window.end - window.start < 300
    const window = findSentences(passage.text).find(isQuotable)
    if (window === undefined) continue
    const [start, end] = [passage.start + window.start, passage.start + window.end]
    const quote = passage.text.slice(window.start, window.end)
    quotes.push({ title: title ?? sourceId, reference: { kind: 'original', sourceId, revision, start, end, quote } })
    show(`${title} [${start}, ${end}): “${quote}”`)
  }
  return quotes
}

async function offer({ artist, beginStep, show }: Stage, session: Schemas['Session'], ordinal: number, cited: Quote) {
  beginStep(`Read the mandatory memory, then offer question ${ordinal}, citing its evidence exactly.`)
  const { title, reference } = cited
  const prepare = () => ({
    question: `In “${title}” there is this line: “${reference.quote.slice(0, 200)}” What stood behind it?`,
    references: [reference],
  })
  const question = await artist.offer({ session, ordinal, prepare })
  show(`${question.state} as ${question.questionKey}, revision ${question.revision.slice(0, 12)}…`)
  return question
}

async function revise({ artist, beginStep, show }: Stage, answered: Schemas['Question']): Promise<void> {
  beginStep('Revise the answer; the earlier wording stays in the archive.')
  const text = `${answered.answer} Then I wrote it down, and it was wrong, and I kept it.`
  const revised = await artist.revise(answered, text, { note: 'The second half of the story' })
  show(`“${revised.answer}” revision ${revised.revision.slice(0, 12)}…`)

  beginStep('Revise again with the revision from before: it may have been saved elsewhere since, so it is refused.')
  try {
    await artist.revise(answered, 'This must not overwrite anything.')
    throw new Error('A stale revision was accepted')
  } catch (error) {
    if (!isProblemError(error, 'revision_changed')) throw error
    show(`${error.status} ${error.code}: ${error.message}`)
  }
}
