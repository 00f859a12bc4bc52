import type { TimeSliced } from '#src/text/time-slices.ts'
import type { Cue } from './cue-file.ts'
import { listLines } from './lines.ts'

/*
 * Forms of subtitles with one cue a line, or with other timing lines than SRT. The end of a line's cue is not known in
 * LRC: it is shown until the next one.
 */

const clock = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,3}))?`

/** YouTube's: `0:00:01.000,0:00:02.500`, then the lines of the cue until an empty one. */
const sbvTiming = /^\s*(\d{1,3}):(\d{2}):(\d{2})\.(\d{1,3}),(\d{1,3}):(\d{2}):(\d{2})\.(\d{1,3})\s*$/

/** Lyrics: one or more `[01:02.50]` before a line. */
const lrcTime = new RegExp(String.raw`^\s*\[${clock}\]`)
const lrcTag = /^\s*\[(?:ar|al|ti|au|by|la|re|ve|length|offset|#)\s*:.*\]\s*$/i

/** Advanced SubStation Alpha: fields parted by commas, the text last. */
const assCue = /^Dialogue:\s*(.*)$/
const assStart = new RegExp(`^${clock}$`)

export type TextForm = 'sbv' | 'lrc' | 'ass'

/** Lines at the beginning of a file by which its form is recognised. */
const linesToRecognise = 40

export function recogniseTextForm(content: string): TextForm | undefined {
  for (const [at, line] of enumerate(listLines(content))) {
    if (at >= linesToRecognise) break
    if (/^\s*\[(?:Script Info|V4\+? Styles|Events)\]\s*$/i.test(line) || assCue.test(line)) return 'ass'
    if (sbvTiming.test(line)) return 'sbv'
    if (lrcTime.test(line) || lrcTag.test(line)) return 'lrc'
    if (line.trim() !== '') break
  }
  return undefined
}

/** The cues of a file of one of these forms, in its order. */
export function* readTextForm(content: string, form: TextForm): TimeSliced<Cue[]> {
  const cues: Cue[] = []
  const readLine = { sbv: createSbvReader, lrc: createLrcReader, ass: createAssReader }[form](cues)
  for (const [at, line] of enumerate(listLines(content))) {
    if (at % linesPerStep === 0) yield
    readLine(line)
  }
  return cues
}

const linesPerStep = 2_048

type LineReader = (line: string) => void

function createSbvReader(cues: Cue[]): LineReader {
  let open: Cue | undefined
  return (line) => {
    const times = sbvTiming.exec(line)
    if (times !== null) {
      open = { startMs: readMs(times.slice(1, 5)), endMs: readMs(times.slice(5, 9)), lines: [] }
      cues.push(open)
    } else if (line.trim() === '') open = undefined
    else open?.lines.push(line)
  }
}

const createLrcReader =
  (cues: Cue[]): LineReader =>
  (line) => {
    const starts: number[] = []
    let words = line
    for (let time = lrcTime.exec(words); time !== null; time = lrcTime.exec(words)) {
      starts.push(readMs(time.slice(1)))
      words = words.slice(time[0].length)
    }
    for (const startMs of starts) if (words.trim() !== '') cues.push({ startMs, endMs: startMs, lines: [words] })
  }

function createAssReader(cues: Cue[]): LineReader {
  let fields = 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text'.split(',')
  let isEvents = true
  return (line) => {
    const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1]
    if (section !== undefined) isEvents = section.trim().toLowerCase() === 'events'
    const format = isEvents ? /^Format:\s*(.*)$/i.exec(line)?.[1] : undefined
    if (format !== undefined) fields = format.split(',').map((name) => name.trim())
    const values = assCue.exec(line)?.[1]?.split(',')
    if (values === undefined || values.length < fields.length) return
    const read = (name: string) => values[fields.indexOf(name)]?.trim() ?? ''
    const text = values.slice(fields.length - 1).join(',')
    // A drawing is written where its words would be.
    if (/\{[^}]*\\p[1-9]/.test(text)) return
    const lines = text.replaceAll(String.raw`\h`, ' ').split(/\\[Nn]/)
    cues.push({ startMs: readClock(read('Start')), endMs: readClock(read('End')), lines })
  }
}

const readClock = (value: string) => readMs(assStart.exec(value)?.slice(1) ?? [])

/** Milliseconds of hours, minutes, seconds and a fraction. */
const readMs = ([hours, minutes, seconds, fraction = '']: readonly (string | undefined)[]) =>
  ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1_000 +
  Number(fraction.padEnd(3, '0'))

function* enumerate<T>(items: Iterable<T>): Generator<[number, T]> {
  let at = 0
  for (const item of items) {
    yield [at, item]
    at += 1
  }
}
