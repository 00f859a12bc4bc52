import type { CallOptions, Client } from './client.ts'
import { isProblemError, type ProblemError } from './errors.ts'
import { type Memory, readMemory } from './memory.ts'
import type { Schemas } from './operation-types.ts'
import { type Reference, type Relocated, relocate } from './relocate.ts'

export type PreparedQuestion = { question: string; references: Reference[] }

export type QuestionOffer = {
  session: { id: string; sitting: number }
  ordinal: number
  /**
   * Prepares the question in the light of the memory: called with what was read, and again with what is new whenever
   * the memory has moved. A question is never sent under a memory that `prepare` has not been given.
   */
  prepare: (memory: Memory) => PreparedQuestion | Promise<PreparedQuestion>
  /**
   * Judges a passage that stands now in other words than those that were cited. Without it only exact words are cited
   * anew.
   */
  judge?: (stale: Reference, found: Extract<Relocated, { kind: 'reworded' }>) => boolean | Promise<boolean>
}

/** Each round reads again and decides again; a state that moves more often than this is told. */
const roundsMax = 4

/**
 * Offers a question and heals what can be healed: a memory that moved is read and given to `prepare` again, evidence
 * that moved is cited where it stands now. An ordinal that is already saved answers with the saved question, whatever
 * is sent.
 * @throws ProblemError with the conflict when it cannot be healed
 */
export async function offerQuestion(
  client: Client,
  artistId: string,
  { session, ordinal, prepare, judge }: QuestionOffer,
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
      } else {
        prepared = {
          ...prepared,
          references: await citedAnew(client, artistId, prepared.references, judge, error, options),
        }
      }
    }
  }
}

/**
 * The conflict does not say which reference it is about: each is looked up. One that cannot be cited any more lets the
 * conflict stand.
 */
async function citedAnew(
  client: Client,
  artistId: string,
  references: readonly Reference[],
  judge: QuestionOffer['judge'],
  conflict: ProblemError,
  options?: CallOptions,
): Promise<Reference[]> {
  const anew: Reference[] = []
  for (const stale of references) {
    const found = await relocate(client, artistId, stale, options)
    if (found.kind === 'gone') throw conflict
    if (found.kind === 'reworded' && (await judge?.(stale, found)) !== true) throw conflict
    anew.push(found.reference)
  }
  return anew
}
