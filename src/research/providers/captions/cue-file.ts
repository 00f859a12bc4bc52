import type { TimeSliced } from '#src/text/time-slices.ts'

/** A cue as it is in its file; times in milliseconds. */
export type Cue = { startMs: number; endMs: number; lines: string[] }

/** Hours may be left out. SRT writes a comma where WebVTT has a full stop; players take either in both. */
const seconds = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})`
const fraction = String.raw`[.,](\d{1,3})`
/** `-->`, and what programs and editors make of it: other dashes, too few, an arrow, or the reference to its end. */
const arrow = String.raw`\s*(?:[-\u2010-\u2015\u2212]{1,3} ?(?:>|&gt;)|=+>|[→⟶])\s*`
const hasArrow = /[>→⟶]|&gt;/
/** What follows the times places the cue on the screen (WebVTT, section 6.3). */
const timing = new RegExp(String.raw`^\s*${seconds}${fraction}${arrow}${seconds}${fraction}(?:\s.*)?$`)
/** Some programs write SRT in whole seconds, which players take. What followed could be words. */
const wholeSeconds = new RegExp(String.raw`^\s*${seconds}(?:${fraction})?${arrow}${seconds}(?:${fraction})?\s*$`)
/** A line that looks like a timing and is none: its cue is left out, and only its cue. */
const brokenTiming = new RegExp(String.raw`^\s*[-+]?\d+:[\d:.,]*${arrow}`)

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
  let read = 0
  for (const line of listLines(content)) {
    read += 1
    if (read % linesPerStep === 0) yield
    const times = hasArrow.test(line) ? matchTimes(line, form) : null
    if (times !== null) {
      if (isAfterText) withoutNumber(open)
      open = { ...parseTimes(times), lines: [] }
      cues.push(open)
    } else if (brokenTiming.test(line) || (isBlockStart && line.includes('-->'))) {
      if (isAfterText) withoutNumber(open)
      open = undefined
    } else if (line.trim() === '') {
      // SRT has nothing but cues: what follows an empty line in a text is the rest of the text.
      if (form === 'webvtt') open = undefined
    } else {
      open?.lines.push(line)
    }
    isAfterText = line.trim() !== '' && times === null
    isBlockStart = line.trim() === '' || (isBlockStart && /^\s*\d+\s*$/.test(line))
  }
  return cues
}

const matchTimes = (line: string, form: 'webvtt' | 'srt') =>
  timing.exec(line) ?? (form === 'srt' ? wholeSeconds.exec(line) : null)

/** Some milliseconds. */
const linesPerStep = 2_048

/** The number on the line before a timing is the next cue's, also where no empty line parts it from the text. */
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
 * second. CR CR LF, which some programs make of CR LF, is one end of a line.
 */
function* listLines(content: string): Generator<string> {
  const ending = /\r{0,3}\n|\r/g
  let start = content.startsWith('\uFEFF') ? 1 : 0
  for (const { 0: found, index } of content.matchAll(ending)) {
    if (index < start) continue
    yield content.slice(start, index)
    start = index + found.length
  }
  yield content.slice(start)
}
