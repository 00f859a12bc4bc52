import type { CallOptions, Client } from './client.ts'
import { isProblemError } from './errors.ts'
import { type Memory, readMemory } from './memory.ts'
import type { Schemas } from './operation-types.ts'

export type Reference = Schemas['Reference']

export type PreparedQuestion = { question: string; references: Reference[] }

export type QuestionOffer = {
  session: { id: string; sitting: number }
  ordinal: number
  /**
   * Prepares the question under the memory: called with what was read, and again whenever the memory has changed. A
   * question is never sent under a memory that `prepare` has not been given.
   */
  prepare: (memory: Memory) => PreparedQuestion | Promise<PreparedQuestion>
}

/** Each round reads and decides again; a memory that changes more often than this is the caller's to handle. */
const roundsMax = 4

/**
 * Offers a question; a changed memory is read and given to `prepare` again. An ordinal that is already saved answers
 * with the saved question, whatever is sent.
 * @throws ProblemError with the conflict that it cannot resolve
 */
export async function offerQuestion(
  client: Client,
  artistId: string,
  { session, ordinal, prepare }: QuestionOffer,
  options?: CallOptions,
): Promise<Schemas['Question']> {
  const path = { id: artistId, sessionId: session.id }
  for (let rounds = 1; ; rounds += 1) {
    const memory = await readMemory(client, artistId, session.sitting, options)
    const body = { ordinal, memorySnapshotId: memory.snapshotId, ...(await prepare(memory)) }
    try {
      return (await client.call('offerInterviewQuestion', { path, body }, options)).question
    } catch (error) {
      if (rounds >= roundsMax || !isProblemError(error, 'memory_changed')) throw error
    }
  }
}
