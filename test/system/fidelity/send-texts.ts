import type { Loose } from '../../support/test-context.ts'
import type { openArtist } from './artist.ts'
import type { Differences } from './differences.ts'
import { bounds, buildQuestion, clip } from './strings.ts'

type Artist = Awaited<ReturnType<typeof openArtist>>
export type SentExchange = { question: string; answer: string | null }

/** The texts of one artist that were sent, the oldest first; the service must store exactly these. */
export type SentTexts = {
  questions: SentExchange[]
  /** The answer that all texts are revises of, with its wordings. */
  revised: Loose
  wordings: { answer: string; note: string | null }[]
  /** The question that is still open at the end, and its sitting. */
  open: Loose
  session: Loose
}

const firstWording = 'As it was at first.'
const lastQuestion = 'Which of all these can be said?'

/**
 * Sends each text in both ways: as the answer to a question of its own, which contains it as well, and as the next
 * wording of one answer, with itself as the note. In between the memory is read, which shows the wording that was saved
 * last. Undefined when the service refused one.
 */
export async function sendAll(
  artist: Artist,
  texts: string[],
  { differ }: Differences,
): Promise<SentTexts | undefined> {
  let session: Loose = await artist.start()
  let ordinal = 0
  async function ask(question: string, latest: string | undefined): Promise<Loose> {
    if (ordinal === 3) {
      await artist.finish(session)
      session = await artist.start()
      ordinal = 0
    }
    ordinal += 1
    const { snapshotId, answer } = await artist.memory(session.sitting)
    differ('the memory', latest, answer)
    const offered = await artist.offer(session, ordinal, snapshotId, question)
    return differ('the offered question', question, offered.body.question?.question) ? undefined : offered.body.question
  }
  async function saveAnswer(question: Loose, answer: string): Promise<Loose> {
    const saved = await artist.save(question, answer)
    return differ('the saved answer', answer, saved.body.question?.answer) ? undefined : saved.body.question
  }

  const first = buildQuestion('it all')
  const questions: SentExchange[] = [{ question: first, answer: firstWording }]
  const wordings: SentTexts['wordings'] = [{ answer: firstWording, note: null }]
  const opened = await ask(first, undefined)
  let revised = opened && (await saveAnswer(opened, firstWording))
  let latest = firstWording
  for (const text of texts) {
    const question = buildQuestion(text)
    const offered = revised && (await ask(question, latest))
    if (!offered || !(await saveAnswer(offered, text))) return undefined
    questions.push({ question, answer: text })
    const wording = { answer: text, note: clip(text, bounds.note.max) }
    const { body } = await artist.revise(revised, wording)
    if (differ('the revised answer', text, body.response?.answer)) return undefined
    // The same wording again changes nothing: it is no version, and the answer saved just now stays the latest.
    if (wordings.at(-1)?.answer !== text) wordings.push(wording)
    revised = body.response
    latest = text
  }
  const open = await ask(lastQuestion, latest)
  questions.push({ question: lastQuestion, answer: null })
  return open && { questions, revised, wordings, open, session }
}

/** Reads versions, responses and history to their ends: each text in its place, and nothing besides them. */
export async function compareAll(artist: Artist, sent: SentTexts, { differ }: Differences): Promise<void> {
  const wordings = sent.wordings.toReversed()
  const versions = await artist.versions(sent.revised.id)
  differ('how many versions', wordings.length, versions.length)
  for (const [at, { answer, note }] of wordings.entries()) {
    differ('a version', answer, versions[at]?.response.answer)
    differ('a note', note, versions[at]?.note)
  }
  // The one answer is shown in its last wording.
  const current = sent.questions.with(0, {
    question: sent.questions[0]?.question ?? '',
    answer: wordings[0]?.answer ?? '',
  })
  compareSaid(current, await artist.history(), 'history', { differ }, ({ texts }) => texts)
  const answered = current.filter(({ answer }) => answer !== null)
  compareSaid(answered, await artist.responses(), 'response', { differ }, (response) => response)
}

function compareSaid(
  said: SentExchange[],
  came: Loose[],
  where: string,
  { differ }: Pick<Differences, 'differ'>,
  readTexts: (entry: Loose) => { question: string; answer?: string | null },
) {
  differ(`how many of the ${where}`, said.length, came.length)
  for (const [at, { question, answer }] of said.toReversed().entries()) {
    const texts = came[at] && readTexts(came[at])
    differ(`a question of the ${where}`, question, texts?.question)
    differ(`an answer of the ${where}`, answer, texts?.answer ?? null)
  }
}
