import { storedCharsMax } from '#src/evidence/sources/truncate-text.ts'
import type { TrackForm } from '#src/research/providers/social/index.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Cue, readCues } from './cue-file.ts'
import { cleanCueLine } from './cue-text.ts'
import { readJsonTrack } from './json-track.ts'
import { startTranscript } from './rolling.ts'

/** The words of a subtitle file, or why there are none. */
export type SubtitleText = { form: TrackForm; text: string } | 'empty' | 'unsupported'

/**
 * What is said in a subtitle file: one line a cue, in the order of time, without times, styling and speakers' marks.
 * What captions that roll show again is written once.
 * @param form as the provider names it; null: as the content looks
 */
export function* parseSubtitles(content: string, form: TrackForm | null): TimeSliced<SubtitleText> {
  // Whatever it is called: a file of the one form has no cue in the other.
  const isWebVtt = /^\uFEFF?WEBVTT/.test(content)
  const read = isWebVtt ? 'webvtt' : (form ?? (/^\uFEFF?\s*[[{]/.test(content) ? 'json' : 'srt'))
  const cues = read === 'json' ? readJsonCues(content) : (yield* readCues(content, read)).sort(compareTimes)
  // Without a header and without a cue it is no such file.
  if (cues === undefined || (cues.length === 0 && !isWebVtt && read !== 'json')) return 'unsupported'
  const transcript = startTranscript()
  for (const cue of cues) {
    // No more of it is kept.
    if (transcript.chars > storedCharsMax) break
    const lines = yield* cleanLines(cue)
    transcript.add({ ...cue, lines, markup: cue.lines.join('\n') })
  }
  const text = transcript.lines.join('\n')
  return text === '' ? 'empty' : { form: read, text }
}

const compareTimes = (one: Cue, other: Cue) => one.startMs - other.startMs

const readJsonCues = (content: string): Untimed[] | undefined =>
  readJsonTrack(content)?.map((line) => ({ lines: [line] }))

type Untimed = Pick<Cue, 'lines'>

/** As many of a cue's lines as are kept of a whole track. */
function* cleanLines({ lines }: Untimed): TimeSliced<string[]> {
  const readable: string[] = []
  let chars = 0
  for (const line of lines) {
    if (chars > storedCharsMax) break
    const text = cleanCueLine(line)
    yield
    if (text !== '') readable.push(text)
    chars += text.length
  }
  return readable
}
