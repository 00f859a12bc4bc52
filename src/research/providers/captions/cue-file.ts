import type { TimeSliced } from '#src/text/time-slices.ts'

/** A cue as it is in its file; times in milliseconds. */
type Cue = { startMs: number; endMs: number; lines: string[] }

/**
 * Hours may be left out. SRT writes a comma where WebVTT has a full stop; players take either in both. Machine
 * translation puts spaces between the numbers.
 */
const seconds = String.raw`(?:(\d{1,4}): ?)?(\d{1,2}): ?(\d{1,2})`
const fraction = String.raw`[.,] ?(\d{1,3})`
/** `-->`, and what programs and editors make of it: other dashes, too few, an arrow, or the reference to its end. */
const dashes = String.raw`[-\u2010-\u2015\u2212\uff0d]{1,3} ?(?:[>\uff1e\u203a\u00bb]|&gt;)`
const arrow = String.raw`\s*(?:${dashes}|=+>|[\u2190-\u21ff\u2794-\u27bf\u27f5-\u27ff])\s*`
/** Two times, also where the arrow is lost. What follows places the cue on the screen (WebVTT, section 6.3). */
const timing = new RegExp(
  String.raw`^[\s\p{Cf}]*${seconds}${fraction}(?:${arrow}|\s+)${seconds}${fraction}(?:[\s\p{Cf}].*)?$`,
  'u',
)
/** A line that looks like a timing and is none: its cue is left out, and only its cue. */
const brokenTiming = new RegExp(String.raw`^\s*[-+]?\d+:(?: ?[\d:.,])*${arrow}`)
/** Lines without are not compared with the patterns of times. */
const hasTime = /\d:/

/**
 * The cues of a WebVTT or SRT file, in their order in it. It takes what players take: any line ends, no empty line
 * between cues, cues without a number. A cue with unreadable times is left out alone. What comes before the first cue
 * and, in WebVTT, in blocks of their own (notes, styles, regions) belongs to no cue.
 */
export function* readCues(content: string, form: 'webvtt' | 'srt'): TimeSliced<Cue[]> {
  const cues: Cue[] = []
  /** Where lines of text go: nowhere before the first cue, after a broken timing, and between the blocks of WebVTT. */
  let open: Cue | undefined
  let isBlockStart = true
  let isAfterText = false
  /** Whether the last line of text follows an empty one. */
  let isApart = false
  let read = 0
  for (const line of listLines(content)) {
    read += 1
    if (read % linesPerStep === 0) yield
    const times = hasTime.test(line) ? timing.exec(line) : null
    if (times !== null) {
      if (isAfterText || (isApart && Number(open?.lines.at(-1)) === cues.length + 1)) withoutNumber(open)
      open = { ...parseTimes(times), lines: [] }
      cues.push(open)
    } else if (brokenTiming.test(line) || (isBlockStart && line.includes('-->'))) {
      if (isAfterText) withoutNumber(open)
      open = undefined
    } else if (line.trim() === '') {
      // SRT has nothing but cues: what follows an empty line in a text is the rest of the text.
      if (form === 'webvtt') open = undefined
    } else {
      isApart = isBlockStart
      open?.lines.push(line)
    }
    isAfterText = line.trim() !== '' && times === null
    isBlockStart = line.trim() === '' || (isBlockStart && /^\s*\d+\s*$/.test(line))
  }
  return cues
}

/** Some milliseconds. */
const linesPerStep = 2_048

/**
 * The number on the line before a timing is the next cue's, also where no empty line parts it from the text, or where
 * an empty line follows every line.
 */
function withoutNumber(cue: Cue | undefined): void {
  if (cue !== undefined && /^\s*\d+\s*$/.test(cue.lines.at(-1) ?? '')) cue.lines.pop()
}

function parseTimes(times: RegExpExecArray): { startMs: number; endMs: number } {
  const readNumber = (at: number) => Number(times[at] ?? 0)
  // A fraction of fewer digits than three is one of tenths or hundredths.
  const readFractionMs = (at: number) => Number((times[at] ?? '').padEnd(3, '0'))
  const readMs = (at: number) =>
    ((readNumber(at) * 60 + readNumber(at + 1)) * 60 + readNumber(at + 2)) * 1_000 + readFractionMs(at + 3)
  return { startMs: readMs(1), endMs: readMs(5) }
}

/**
 * The lines of a text one after the other: two megabytes may be as many lines, and to split them takes a tenth of a
 * second. CR CR LF, which some programs make of CR LF, is one end of a line, and so is LF CR.
 */
function* listLines(content: string): Generator<string> {
  const ending = /\n\r(?!\n)|\r{0,3}\n|[\r\u2028\u2029]/g
  let start = 0
  for (const { 0: found, index } of content.matchAll(ending)) {
    yield content.slice(start, index)
    start = index + found.length
  }
  yield content.slice(start)
}
