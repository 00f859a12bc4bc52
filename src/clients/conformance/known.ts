import { getOperation } from './operations.ts'
import type { Send } from './session.ts'

type Listed = { [name: string]: unknown }

/** Values of the deployment, by the parameter that takes them, so that requests reach what exists. */
export type Known = {
  sessionId?: string
  sitting?: number
  answerId?: string
  questionKey?: string
  sourceId?: string
  evidenceId?: string
  candidateId?: string
  boundaryId?: string
  correctionId?: string
  jobId?: string
  /** The citation of a question, for `relocateReference`. */
  cited?: Listed
}

/** Reads what the artist has. What a list does not have stays absent, and the contract's example is sent instead. */
export async function readKnown(send: Send, artist: string): Promise<Known> {
  const read = async (id: Parameters<typeof getOperation>[0], query: Record<string, unknown> = {}) => {
    const call = { operation: getOperation(id), path: { id: artist }, query, input: 'what there is' }
    return (await send(call)).json as Record<string, Listed[] | undefined>
  }
  const { session } = (await read('restoreInterview')) as { session?: Listed | null }
  const sitting = Number(session?.sitting ?? 1)
  const [answer] = (await read('listInterviewResponses')).responses ?? []
  const [source] = (await read('listArtistSources')).sources ?? []
  const [candidate] = (await read('listDiscoveries')).candidates ?? []
  const [boundary] = (await read('listInterviewBoundaries', { sitting })).boundaries ?? []
  const [correction] = (await read('listCorrections')).corrections ?? []
  const questions = (session?.questions ?? []) as { references: Listed[] }[]
  const cited = questions.flatMap(({ references }) => references).find(({ kind }) => kind === 'original')
  const known = {
    sessionId: session?.id,
    sitting: session?.sitting,
    answerId: answer?.id,
    questionKey: answer?.questionKey,
    sourceId: source?.sourceId,
    evidenceId: source?.sourceId ?? candidate?.evidenceId,
    candidateId: candidate?.id,
    boundaryId: boundary?.id,
    correctionId: correction?.id,
    cited,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Known
}
