import { storedCharsMax } from '#src/evidence/sources/truncate-text.ts'
import type { TrackForm } from '#src/research/providers/social/index.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Cue, readCues } from './cue-file.ts'
import { cleanCueLine } from './cue-text.ts'
import { readJsonTrack } from './json-track.ts'
import { startTranscript } from './rolling.ts'
import { readXmlTrack } from './xml-track.ts'

/** The words of a subtitle file, or why there are none. */
export type SubtitleText = { form: TrackForm; text: string } | 'empty' | 'unsupported'

/**
 * What is said in a subtitle file: one line a cue, in the order of time, without times, styling and speakers' marks.
 * What captions that roll show again is written once.
 * @param form as the provider names it; null: as the content looks
 */
export function* parseSubtitles(content: string, form: TrackForm | null): TimeSliced<SubtitleText> {
  const read = recogniseForm(content) ?? form ?? 'srt'
  const cues = yield* readForm(content, read)
  // Without a header and without a cue it is no such file.
  if (cues === undefined || (cues.length === 0 && read !== 'webvtt' && read !== 'json')) return 'unsupported'
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

/** Whatever it is called: a file of the one form has no cue in the other. */
function recogniseForm(content: string): TrackForm | undefined {
  const [first] = /[^\s\uFEFF]/.exec(content) ?? []
  if (/^\uFEFF?WEBVTT/.test(content)) return 'webvtt'
  if (first === '<') return 'ttml'
  return first === '{' || first === '[' ? 'json' : undefined
}

/** The cues, in the order of time where they have times; undefined where the file is not of that form. */
function* readForm(content: string, form: TrackForm): TimeSliced<Untimed[] | undefined> {
  switch (form) {
    case 'json':
      return readJsonTrack(content)?.map((line) => ({ lines: [line] }))
    case 'ttml':
      return (yield* readXmlTrack(content.replace(/^[\s\uFEFF]+/, '')))?.map((lines) => ({ lines }))
    default:
      return (yield* readCues(content, form)).sort((one, other) => one.startMs - other.startMs)
  }
}

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
