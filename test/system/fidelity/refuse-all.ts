import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ApiReply } from '../../support/test-context.ts'
import { computeFingerprint } from '../access/rows.ts'
import type { openArtist } from './artist.ts'
import type { Differences } from './differences.ts'
import type { SentTexts } from './send-texts.ts'
import { accepts, buildQuestion } from './strings.ts'

type Artist = Awaited<ReturnType<typeof openArtist>>

/**
 * Sends each text to every field: as an answer, as a new wording, as a note, and within a question. Every time it is
 * refused by the name of its field, and at the end every row of the artist is unchanged.
 * @returns how many requests were refused
 */
export async function refuseAll(
  db: Kysely<DB>,
  artist: Artist,
  { open, revised, session }: SentTexts,
  texts: string[],
  { differ }: Differences,
): Promise<number> {
  let refused = 0
  function expectRefusal(where: string, field: string, { status, body }: ApiReply) {
    const isRefused = status === 400 && body.code === 'invalid_request' && body.error.startsWith(`${field}: `)
    const came = isRefused ? 'refused' : `${status} ${body.error}`
    if (!differ(`${where}`, 'refused', came)) refused += 1
  }
  const { snapshotId } = await artist.memory(session.sitting)
  const before = await computeFingerprint(db, artist.id)
  for (const text of texts) {
    expectRefusal('an answer that cannot be saved', 'answer', await artist.save(open, text))
    expectRefusal('a wording that cannot be saved', 'answer', await artist.revise(revised, { answer: text }))
    if (!accepts('note', text))
      expectRefusal('a note', 'note', await artist.revise(revised, { answer: 'As good as any.', note: text }))
    const question = buildQuestion(text)
    if (!accepts('question', question))
      expectRefusal('a question', 'question', await artist.offer(session, 3, snapshotId, question))
  }
  differ('all that is stored', before, await computeFingerprint(db, artist.id))
  return refused
}
