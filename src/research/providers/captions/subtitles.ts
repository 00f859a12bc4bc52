import { storedCharsMax } from '#src/evidence/sources/truncate-text.ts'
import type { TrackForm } from '#src/research/providers/social/index.ts'
import { type Cue, readCues } from './cue-file.ts'
import { readableLine } from './cue-text.ts'
import { readJsonTrack } from './json-track.ts'
import { type Shown, withoutRepeats } from './rolling.ts'

/** The words of a subtitle file, or why there are none. */
export type SubtitleText = { form: TrackForm; text: string } | 'empty' | 'unsupported'

/**
 * What is said in a subtitle file: one line a cue, in the order of time, without times, styling and speakers' marks.
 * What captions that roll show again is written once.
 * @param form as the provider names it; null: as the content looks
 */
export function parseSubtitles(content: string, form: TrackForm | null): SubtitleText {
  // Whatever it is called: a file of the one form has no cue in the other.
  const read = content.replace(/^\uFEFF/, '').startsWith('WEBVTT') ? 'webvtt' : (form ?? formOf(content))
  const cues = read === undefined ? undefined : read === 'json' ? spokenJson(content) : spokenCues(content, read)
  if (read === undefined || cues === undefined) return 'unsupported'
  // No more of it is kept, and a long file would hold the event loop.
  const text = withoutRepeats(cues, storedCharsMax).join('\n')
  return text === '' ? 'empty' : { form: read, text }
}

function formOf(content: string): TrackForm | undefined {
  if (/^\uFEFF?\s*[[{]/.test(content)) return 'json'
  return readCues(content, 'srt').length > 0 ? 'srt' : undefined
}

/** The cues of a file in their time. Without a header and without a cue it is no such file. */
function spokenCues(content: string, form: 'webvtt' | 'srt'): Iterable<Shown> | undefined {
  const cues = readCues(content, form)
  if (cues.length === 0 && !(form === 'webvtt' && /^\uFEFF?WEBVTT/.test(content))) return undefined
  return shownBy(cues.sort((one, other) => one.startMs - other.startMs))
}

/** One after the other, as they are asked for. */
function* shownBy(cues: readonly Cue[]): Iterable<Shown> {
  for (const { lines, startMs, endMs } of cues) {
    const readable = lines.map(readableLine).filter((line) => line !== '')
    yield { lines: readable, markup: lines.join('\n'), startMs, endMs }
  }
}

const spokenJson = (content: string): Iterable<Shown> | undefined =>
  readJsonTrack(content)
    ?.map(readableLine)
    .filter((line) => line !== '')
    .map((line) => ({ lines: [line], markup: line }))
