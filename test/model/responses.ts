import { type ArtistModel, compare, computeNextRevision, type Entry, listAnswered, type Version } from './artist.ts'
import { recordVersion } from './sessions.ts'
import { type Learn, refuseWith, type Verdict } from './verdict.ts'

const findAnswered = (artist: ArtistModel, entryId: string) => listAnswered(artist).find(({ id }) => id === entryId)

export function readResponse(
  artist: ArtistModel,
  { entryId, revision }: { entryId: string; revision: string | undefined },
): Verdict {
  const entry = findAnswered(artist, entryId)
  const version = entry?.versions.find((one) => one.revision === (revision ?? entry.revision))
  return entry === undefined || version === undefined ? refuseWith('not_found') : viewSingle(entry, version)
}

type Revise = {
  entryId: string
  expectedRevision: string
  answer: string
  note: string | undefined
  ifMatch: string | undefined
}

export function revise(artist: ArtistModel, sent: Revise, learn: Learn): Verdict {
  const entry = findAnswered(artist, sent.entryId)
  const current = entry?.versions.at(-1)
  if (entry === undefined || current === undefined) return refuseWith('not_found')
  if (current.answer === sent.answer) return viewSingle(entry, current)
  if (sent.ifMatch !== undefined && sent.ifMatch !== sent.expectedRevision) return refuseWith('revision_changed')
  if (sent.expectedRevision !== entry.revision) return refuseWith('revision_changed')
  const revision = computeNextRevision(artist, entry, 'answered', sent.answer, entry.revision)
  const savedAt = learn.instant('response.answerUpdatedAt')
  const version = { revision, answer: sent.answer, savedAt, note: sent.note ?? null }
  Object.assign(entry, { revision, answer: sent.answer, updatedAt: savedAt })
  recordVersion(artist, entry, version)
  return viewSingle(entry, version)
}

/** Every saved response, the newest offer first, those of an unknown instant last. */
export const viewResponses = (artist: ArtistModel) =>
  sortByOffer(listAnswered(artist)).flatMap((entry) => {
    const version = entry.versions.at(-1)
    return version === undefined ? [] : [viewResponse(entry, version)]
  })

/** Every wording of an answer, the newest first; undefined where there is no such answer. */
export const viewVersions = (artist: ArtistModel, entryId: string) => {
  const entry = findAnswered(artist, entryId)
  return entry?.versions.toReversed().map((version) => ({
    response: viewResponse(entry, version),
    savedAt: version.savedAt,
    note: version.note,
    isCurrent: version.revision === entry.revision,
  }))
}

/** The newest offer first. An unknown instant is older than all known ones. */
export const sortByOffer = (entries: Entry[]): Entry[] =>
  [...entries].sort((one, other) => compare([other.offeredAt ?? '', other.id], [one.offeredAt ?? '', one.id]))

const viewSingle = (entry: Entry, version: Version): Verdict => ({
  body: { status: 'ok', response: viewResponse(entry, version), isCurrent: version.revision === entry.revision },
  etag: `"${version.revision}"`,
})

const viewResponse = (entry: Entry, version: Version) => ({
  id: entry.id,
  questionKey: entry.questionKey,
  question: entry.question,
  answer: version.answer,
  source: entry.source,
  sitting: entry.sitting,
  offeredAt: entry.offeredAt,
  answerUpdatedAt: version.savedAt,
  revision: version.revision,
})
