import type { CallOptions, Client } from './client.ts'
import { isProblemError } from './errors.ts'
import { type Memory, readMemory } from './memory.ts'
import type { Schemas } from './operation-types.ts'
import { type Reference, type Relocated, relocate } from './relocate.ts'

export type PreparedQuestion = { question: string; references: Reference[] }

export type QuestionOffer = {
  session: { id: string; sitting: number }
  ordinal: number
  /**
   * Prepares the question under the memory: called with what was read, and again whenever the memory has changed. A
   * question is never sent under a memory that `prepare` has not been given.
   */
  prepare: (memory: Memory) => PreparedQuestion | Promise<PreparedQuestion>
  /**
   * Decides about a passage that now has other words than those that were cited. Without it only exact words are cited
   * again.
   */
  acceptReworded?: (stale: Reference, found: Extract<Relocated, { kind: 'reworded' }>) => boolean | Promise<boolean>
}

/** Each round reads and decides again; a state that changes more often than this is the caller's to handle. */
const roundsMax = 4

/**
 * Offers a question and resolves conflicts where it can: a changed memory is read and given to `prepare` again, moved
 * evidence is cited in its new place. An ordinal that is already saved answers with the saved question, whatever is
 * sent.
 * @throws ProblemError with the conflict that it cannot resolve
 */
export async function offerQuestion(
  client: Client,
  artistId: string,
  { session, ordinal, prepare, acceptReworded }: QuestionOffer,
  options?: CallOptions,
): Promise<Schemas['Question']> {
  const path = { id: artistId, sessionId: session.id }
  let memory = await readMemory(client, artistId, session.sitting, options)
  let prepared = await prepare(memory)
  for (let rounds = 1; ; rounds += 1) {
    try {
      const body = { ordinal, memorySnapshotId: memory.snapshotId, ...prepared }
      return (await client.call('offerInterviewQuestion', { path, body }, options)).question
    } catch (error) {
      if (rounds >= roundsMax || !isProblemError(error, 'memory_changed', 'evidence_changed')) throw error
      if (error.code === 'memory_changed') {
        memory = await readMemory(client, artistId, session.sitting, options)
        prepared = await prepare(memory)
        continue
      }
      // The conflict names one reference, and only in its message; others may have changed too.
      const references: Reference[] = []
      for (const stale of prepared.references) {
        const found = await relocate(client, artistId, stale, options)
        if (found.kind === 'gone') throw error
        if (found.kind === 'reworded' && (await acceptReworded?.(stale, found)) !== true) throw error
        references.push(found.reference)
      }
      prepared = { ...prepared, references }
    }
  }
}
