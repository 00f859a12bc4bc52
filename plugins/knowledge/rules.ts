import type { WindowRequest } from '#src/evidence/references/windows.ts'
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

type Described = { title: string | null; description: string | null }

/** As many of the sources as the budget of one page allows, and always one. */
export function fitSources<S extends Described>(sources: readonly S[]): { fitting: S[]; returnedChars: number } {
  const fitting: S[] = []
  let returnedChars = 0
  for (const source of sources) {
    const chars = (source.title?.length ?? 0) + (source.description?.length ?? 0)
    if (fitting.length > 0 && returnedChars + chars > listCharsMax) break
    fitting.push(source)
    returnedChars += chars
  }
  return { fitting, returnedChars }
}

/**
 * Cuts biography and summary so that both fit the budget beside the name. Neither crowds the other out: one that needs
 * less than half of the room leaves the rest of it to the other.
 */
export function truncateBrief(name: string, bio: string | null, lore: string | null) {
  const charsLeft = briefCharsMax - name.length
  const halfChars = Math.floor(charsLeft / 2)
  const bioPart = truncate(bio, Math.max(halfChars, charsLeft - (lore?.length ?? 0)))
  const lorePart = truncate(lore, Math.max(halfChars, charsLeft - (bio?.length ?? 0)))
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
