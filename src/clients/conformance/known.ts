import type { Call, Known } from './call.ts'

/** Reads what the artist has. What a list does not have stays absent, and the contract's example is sent instead. */
export async function readKnown(call: Call): Promise<Known> {
  const input = 'what there is'
  const { session } = (await call('restoreInterview', input)).json
  const [answer] = (await call('listInterviewResponses', input)).json.responses ?? []
  const [source] = (await call('listArtistSources', input)).json.sources ?? []
  const [candidate] = (await call('listDiscoveries', input)).json.candidates ?? []
  const drawn = await call('listInterviewBoundaries', input, { query: { sitting: session?.sitting ?? 1 } })
  const [boundary] = drawn.json.boundaries ?? []
  const [correction] = (await call('listCorrections', input)).json.corrections ?? []
  const references = session?.questions.flatMap((question) => question.references)
  const cited = references?.find((reference) => reference.kind === 'original')
  return {
    sessionId: session?.id,
    sitting: session?.sitting,
    answerId: answer?.id,
    questionKey: answer?.questionKey,
    sourceId: source?.sourceId,
    evidenceId: source?.sourceId ?? candidate?.evidenceId,
    candidateId: candidate?.id,
    boundaryId: boundary?.id,
    correctionId: correction?.id,
    /** What `relocateReference` is asked for. */
    citation: cited && { cited: cited.sourceId, revision: cited.revision, start: cited.start, end: cited.end },
  }
}
