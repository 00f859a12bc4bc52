import { parseSync } from 'subtitle'
import type { TrackForm } from '../social/index.ts'

/** The words of a subtitle file, or why there are none. */
export type SubtitleText = { form: TrackForm; text: string } | 'empty' | 'unsupported'

/**
 * What is said in a subtitle file: one line a cue, in the order of time, without times, styling and speakers' marks. A
 * cue that only goes on from the line before it, as rolling captions do, is written once.
 * @param form as the provider names it; null: as the content looks
 */
export function parseSubtitles(content: string, form: TrackForm | null): SubtitleText {
  const named = form ?? formOf(content)
  if (named === undefined) return 'unsupported'
  const cues = named === 'json' ? cuesOfJson(content) : cuesOfSubtitles(content)
  if (cues === undefined) return 'unsupported'
  const lines = cues.map(plain).filter((line) => line !== '')
  const text = withoutRepeats(lines).join('\n')
  return text === '' ? 'empty' : { form: named, text }
}

function formOf(content: string): TrackForm | undefined {
  const start = content.replace(/^\uFEFF/, '').trimStart()
  if (start.startsWith('WEBVTT')) return 'webvtt'
  if (/^[[{]/.test(start)) return 'json'
  // Only one part of the pattern takes line ends: two would share out a run of them in every way there is.
  return /^(\d+[^\S\n]*\n\s*)?(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3} --> /.test(start) ? 'srt' : undefined
}

function cuesOfSubtitles(content: string): string[] | undefined {
  try {
    return parseSync(withoutBlocks(content)).flatMap((node) => (node.type === 'cue' ? [node.data.text] : []))
  } catch {
    return undefined
  }
}

/**
 * The library reads headers, cues and notes. What else WebVTT allows is taken out before: a cue's name, blocks of
 * styles and regions, carriage returns alone, tabs around the arrow.
 */
function withoutBlocks(content: string): string {
  return content
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '' && !/^(STYLE|REGION|NOTE)\b/.test(block.trimStart()))
    .map((block) => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => line.includes('-->'))
      if (at < 0) return block
      const timing = lines[at]
        ?.trim()
        .replace(/(?<!\s)\s+-->\s+/, ' --> ')
        .replace(/\t/g, ' ')
      return [timing, ...lines.slice(at + 1)].join('\n')
    })
    .join('\n\n')
}

/**
 * The forms of JSON that providers give transcripts in: a list of parts with `text` (or `utf8`, `content`), the same
 * under `segments`, `utterances`, `body`, `events` or `transcript`, or one `text`.
 */
function cuesOfJson(content: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(content)
    return partsOf(parsed, 0)
  } catch {
    return undefined
  }
}

const lists = ['segments', 'utterances', 'body', 'events', 'transcript', 'segs', 'cues'] as const
const texts = ['text', 'utf8', 'content', 'transcript'] as const

/** Depth: an event of parts of segments is the deepest that any of them goes. */
const depthMax = 4

function partsOf(value: unknown, depth: number): string[] | undefined {
  if (depth > depthMax) return undefined
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((part) => partsOf(part, depth + 1) ?? [])
  if (typeof value !== 'object' || value === null) return undefined
  const object = value as Record<string, unknown>
  const list = lists.find((name) => Array.isArray(object[name]))
  if (list === 'segs') return [(partsOf(object.segs, depth + 1) ?? []).join('')]
  if (list !== undefined) return partsOf(object[list], depth + 1)
  const text = texts.find((name) => typeof object[name] === 'string')
  return text === undefined ? undefined : [String(object[text])]
}

/** Without tags and marks of WebVTT and SRT, on one line. */
const plain = (cue: string): string =>
  cue
    .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>|\{\\[^{}]*\}/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"', '#39': "'" },
}

/** Rolling captions show a line again with the next one below it. */
function withoutRepeats(lines: readonly string[]): string[] {
  const written: string[] = []
  for (const line of lines) {
    const last = written.at(-1)
    if (last === line) continue
    if (last !== undefined && line.startsWith(`${last} `)) written[written.length - 1] = line
    else written.push(line)
  }
  return written
}
