import { computeAuditHash, computeEntryRevision, type EntryObject, type HashedReference } from '#src/text/revisions.ts'

/** A line of an export, accessed as it was written. */
// biome-ignore lint/suspicious/noExplicitAny: lines of an export have a type each, which import checks
export type Line = { type: string } & Record<string, any>

/*
 * What a writer of the whole database can do who knows how revisions and chains are made: histories that never were,
 * with consistent hashes.
 */

/** The history as if another actor had done what event `seq` says. */
export function replaceActor(lines: readonly Line[], seq: number): Line[] {
  return rechain(
    lines.map((line) => (line.type === 'kept:audit' && line.seq === seq ? { ...line, actor: 'another' } : line)),
  )
}

/**
 * The history with another last wording of an answer that nothing cites; with the number of the event that saved it.
 */
export function replaceAnswer(lines: readonly Line[]): { lines: Line[]; seq: number } {
  const versions = lines.filter(({ type }) => type === 'kept:version')
  const isLast = ({ entryId, number }: Line) => !versions.some((one) => one.entryId === entryId && one.number > number)
  const version = versions.find((one) => isLast(one) && !isCited(lines, one.revision))
  const entry = lines.find(({ type, id }) => type === 'kept:entry' && id === version?.entryId)
  if (version === undefined || entry === undefined) throw new RangeError('Every answer of this history is cited')
  const answer = `${version.answer} I never said so.`
  const revision = computeEntryRevision({
    artistId: entry.artist,
    entryId: entry.id,
    questionKey: entry.questionKey,
    question: entry.question,
    sitting: entry.sitting,
    source: entry.source as EntryObject['source'],
    previous: version.previous,
    references: entry.citations as HashedReference[],
    state: 'answered',
    answer,
  })
  const changed = lines.map((line) => {
    if (line === version || line === entry) return { ...line, answer, revision }
    return line.type === 'kept:audit' && line.revision === version.revision ? { ...line, revision } : line
  })
  return { lines: rechain(changed), seq: version.savedSeq }
}

const isCited = (lines: readonly Line[], revision: string) =>
  lines.some(
    ({ type, citations }) =>
      (type === 'kept:entry' || type === 'kept:lore') && JSON.stringify(citations).includes(revision),
  )

/** The audit trail with every link computed again. */
function rechain(lines: readonly Line[]): Line[] {
  let previous: string | null = null
  const links = new Map<number, Line>()
  for (const event of lines.filter(({ type }) => type === 'kept:audit').toSorted((a, b) => a.seq - b.seq)) {
    const { artist: artistId, seq, action, subject, revision, actor, at, details } = event
    const hash = computeAuditHash({ artistId, seq, action, subject, revision, actor, at, details, previous })
    links.set(seq, { ...event, previous, hash })
    previous = hash
  }
  return lines.map((line) => (line.type === 'kept:audit' ? (links.get(line.seq) ?? line) : line))
}
