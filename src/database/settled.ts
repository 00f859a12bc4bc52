/** What all that was sent has come to; of several failures the later ones are mostly the consequences of the first. */
export type Settled = { answers: unknown[]; failures: unknown[] }

/** Waits for all of it, failed or not: a connection is not given back while something is under way on it. */
export async function settled(sent: readonly Promise<unknown>[]): Promise<Settled> {
  const outcomes = await Promise.allSettled(sent)
  return {
    answers: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    failures: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}
