import type { PaddedWindow, WindowRequest } from '#src/evidence/references/windows.ts'
import { nextWindow, toWholeSegment } from '#src/text/windows.ts'

/**
 * A source is described by the beginning of its text: enough to tell posts without a title apart (operations, section
 * 6).
 */
export const descriptionWindow: WindowRequest = { start: 0, maxChars: 600 }

/**
 * Titles and descriptions of one page of the list together, in UTF-16 code units: twenty sources of the longest kind.
 */
const listCharsMax = 12_000

/** Name, biography and summary together, in UTF-16 code units (operations, section 6). */
const briefCharsMax = 6_000

/** What one page of the list holds: as many of the sources as `limit` and its budget allow, and always one. */
export function cutSourcePage<S extends { title: string | null; description: string | null }>(
  sources: S[],
  limit: number,
) {
  const page: S[] = []
  let returnedChars = 0
  for (const source of sources.slice(0, limit)) {
    const chars = (source.title?.length ?? 0) + (source.description?.length ?? 0)
    if (page.length > 0 && returnedChars + chars > listCharsMax) break
    page.push(source)
    returnedChars += chars
  }
  return {
    page,
    returnedChars,
    truncated: page.length < Math.min(limit, sources.length),
    hasMore: page.length < sources.length,
  }
}

/**
 * Cuts biography and summary so that both fit the budget beside the name. Neither crowds the other out: one that needs
 * less than half of the room leaves the rest of it to the other.
 */
export function truncateBrief(name: string, bio: string | null, lore: string | null) {
  const charsLeft = briefCharsMax - name.length
  const halfChars = Math.floor(charsLeft / 2)
  const bioCharsMax = Math.max(halfChars, charsLeft - (lore?.length ?? 0))
  const loreCharsMax = Math.max(halfChars, charsLeft - (bio?.length ?? 0))
  const [bioPart, lorePart] = [truncate(bio, bioCharsMax), truncate(lore, loreCharsMax)]
  return {
    bio: bioPart,
    generatedLoreSummary: lorePart,
    returnedChars: name.length + (bioPart?.length ?? 0) + (lorePart?.length ?? 0),
    truncated: bioPart !== bio || lorePart !== lore,
  }
}

/** The first `charsMax` code units of a text, a unit fewer where that would split a pair. */
const truncate = (text: string | null, charsMax: number): string | null =>
  text === null ? null : (nextWindow(toWholeSegment(text), 0, charsMax)?.text ?? '')

/** One revision's text around the wanted window, and that revision's state. */
export type RevisionText = { revision: string; currentRevision: string; text: PaddedWindow }

/**
 * The text of the requested revision, or why it is not read: an unknown or an unmarked earlier revision (operations,
 * section 6). A source without a stored text has the empty one, so that it can be listed and read before its text
 * comes.
 */
export function chooseRevisionText(
  {
    requestedRevision,
    emptyRevision,
    includeVersion,
  }: { requestedRevision: string | undefined; emptyRevision: string; includeVersion: boolean },
  row: { current_revision: string | null; bytes: Buffer | null; total_chars: number | null },
): RevisionText | 'not_found' | 'revision_changed' {
  const currentRevision = row.current_revision ?? emptyRevision
  const revision = requestedRevision ?? currentRevision
  const text = decodeText(row) ?? (revision === emptyRevision ? emptyText : undefined)
  if (text === undefined) return 'not_found'
  if (revision !== currentRevision && !includeVersion) return 'revision_changed'
  return { revision, currentRevision, text }
}

const decodeText = ({ bytes, total_chars: totalChars }: { bytes: Buffer | null; total_chars: number | null }) =>
  bytes !== null && totalChars !== null ? { bytes, totalChars } : undefined

const emptyText: PaddedWindow = { bytes: Buffer.alloc(0), totalChars: 0 }
