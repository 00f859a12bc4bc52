import { decodeHTMLStrict } from 'entities'
import { storedCharsMax } from '#src/evidence/sources/truncate-text.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { readCues } from './cue-file.ts'
import { findRepeat, type Shown } from './rolling.ts'

/** The form of a subtitle file: its content decides, since providers do not say it. */
export type TrackForm = 'webvtt' | 'srt'

/** The words of a subtitle file, or why there are none. */
type SubtitleText = { form: TrackForm; text: string } | 'empty' | 'unsupported'

/**
 * What is said in a subtitle file: one line a cue, in the order of time, without times, styling and speakers' marks.
 * What captions that roll show again is written once.
 */
export function* parseSubtitles(content: string): TimeSliced<SubtitleText> {
  // Timed text in XML and web pages come under any name.
  if (/^[\s\uFEFF]*</.test(content)) return 'unsupported'
  const form = /^\uFEFF?WEBVTT/.test(content) ? 'webvtt' : 'srt'
  const cues = yield* readCues(content, form)
  // Without a header and without a cue it is no such file.
  if (cues.length === 0 && form === 'srt') return 'unsupported'
  const said: string[] = []
  let chars = 0
  let before: Shown = { lines: [], markup: '', startMs: 0, endMs: 0 }
  let isRolling = false
  for (const cue of cues.sort((one, other) => one.startMs - other.startMs)) {
    // No more of it is kept.
    if (chars > storedCharsMax) break
    const shown = { ...cue, lines: yield* cleanLines(cue.lines), markup: cue.lines.join('\n') }
    if (shown.lines.length === 0) continue
    const { repeated, extension } = findRepeat(before, shown, isRolling)
    if (extension !== '') said.push(`${said.pop()}${extension}`)
    const news = shown.lines.slice(repeated).join(' ')
    if (news !== '') said.push(news)
    chars += extension.length + news.length
    isRolling = repeated > 0
    before = shown
  }
  const text = said.join('\n')
  return text === '' ? 'empty' : { form, text }
}

/** As many of a cue's lines as are kept of a whole track. */
function* cleanLines(lines: readonly string[]): TimeSliced<string[]> {
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

/**
 * The tags of WebVTT (section 6.4), with their classes; only two of them take an annotation. SRT has `font` and `s`
 * besides.
 */
const tags =
  /<(?:\/?(?:c|i|b|u|s|ruby)(?:\.[^\s<>.]+)*\s*|\/?(?:v|lang)(?:\.[^\s<>.]+)*(?:\s[^<>]*)?|\/?font(?:\s[^<>]*)?|br\s*\/?|\d[\d:.]*)>/gi
/** The reading above a word, which would be glued to it. */
const readings = /<rt(?:\.[^\s<>.]+)*>.*?(?:<\/rt>|(?=<\/ruby>)|$)/gis
/** Overrides of the ASS format, which found their way into SRT. */
const overrides = /\{\\[^{}]*\}/g

/**
 * A line of a cue as it is read: without tags, times and overrides, character references decoded, white space
 * collapsed. What only looks like a tag is text.
 */
export const cleanCueLine = (line: string): string =>
  decodeHTMLStrict(line.replace(readings, '').replace(overrides, '').replace(tags, '')).replace(/\s+/g, ' ').trim()
