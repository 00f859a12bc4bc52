/** What a cue shows: its readable lines, and their markup. */
export type Shown = { lines: readonly string[]; markup: string; startMs: number; endMs: number }

/** Milliseconds. Rolling captions follow one another at once; a line that comes again later was said twice. */
const nearMs = 1_000

/** More lines are on no screen; a file may put many thousands in a cue, and the comparison grows with their square. */
const screenLinesMax = 100

type Repeat = {
  /** How many lines of the cue were there before. */
  repeated: number
  /** By what the last of them has grown. */
  extension: string
}

const none: Repeat = { repeated: 0, extension: '' }

/**
 * What of a cue repeats the one before. Rolling captions repeat their lines, with the next ones below or grown by some
 * words. Equal words count once while on the screen together, where only their markup changes, or after rolling
 * captions; otherwise they were said twice.
 */
export function findRepeat(before: Shown, cue: Shown, isRolling: boolean): Repeat {
  const found = findOverlap(before.lines, cue.lines)
  const isGrown = found.repeated < cue.lines.length || found.extension !== ''
  const gapMs = cue.startMs - before.endMs
  if (isGrown) return gapMs <= nearMs ? found : none
  if (gapMs > 0) return none
  const isRemarked = found.repeated === before.lines.length && before.markup !== cue.markup
  return gapMs < 0 || isRolling || isRemarked ? found : none
}

/** The most lines at the end of the one that begin the other, the last of them perhaps grown by some words. */
function findOverlap(before: readonly string[], lines: readonly string[]): Repeat {
  for (let repeated = Math.min(before.length, lines.length, screenLinesMax); repeated > 0; repeated -= 1) {
    const tail = before.slice(-repeated)
    const last = tail.at(-1) as string
    const grown = lines[repeated - 1] as string
    const isSame = tail.slice(0, -1).every((line, at) => line === lines[at])
    if (isSame && (grown === last || grown.startsWith(`${last} `))) {
      return { repeated, extension: grown.slice(last.length) }
    }
  }
  return none
}
