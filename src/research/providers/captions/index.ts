import type { ExtractionOutcomeState } from '#src/contract/types.gen.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { decodeText, fetchOutbound, type Network } from '../http/index.ts'
import type { Track } from '../social/index.ts'
import { parseSubtitles, type TrackForm } from './subtitles.ts'

/** The text of a track, or how reading it ended (with the states of a text recovery). */
export type TrackOutcome =
  | { form: TrackForm | 'plain'; text: string; truncated: boolean }
  | Exclude<ExtractionOutcomeState, 'ready' | 'skipped'>

/** Milliseconds for one file: several are read in a slice. */
const deadlineMs = 6_000

/** An hour of speech in the wordiest of the forms is half a megabyte. */
const bytesMax = 2_000_000

/**
 * Reads a track, from its address where it has one. The address comes from an external post, so it must be public.
 * @param network tests choose another one
 */
export async function readTrack(track: Track, signal: AbortSignal, network?: Network): Promise<TrackOutcome> {
  const fetched = 'text' in track ? { content: track.text } : await fetchTrack(track.url, signal, network)
  if (typeof fetched === 'string') return fetched
  const { content } = fetched
  const subtitles = await runInTimeSlices(parseSubtitles(content), signal)
  // A provider that gives a transcript with the post gives it as it is spoken, when it is no subtitle file.
  if (subtitles === 'unsupported' && 'text' in track && !isMarkup(content)) {
    return read('plain', content.trim())
  }
  return typeof subtitles === 'string' ? subtitles : read(subtitles.form, subtitles.text)
}

/**
 * What a line begins with in forms that have a cue on each: a time, two frames or tenths in brackets, two numbers in a
 * table.
 */
const timed = /^(?:\W*\d{1,3}:\d{2}(?::\d{2})?(?!\d)|[[{]\d+[\]}][[{]\d*[\]}]|\d+(?:\.\d+)?([,;\t])\d+(?:\.\d+)?\1)/

/** What XML, JSON, RTF and lists of dialogue begin with, and files of named sections; "[Music]" is none of the names. */
const fileStart = /^[\s\uFEFF]*(?:<[!?/a-z]|\{\s*["}]|\{\\rtf|\[\s*[[{"\]]|dialogue: ?\d+,)/i
const sectionStart = /^[\s\uFEFF]*\[(?:script info|v4\+? styles|events|information|subtitle)\]/i

/** Whether a text is a file of some other form, or lines with the times of cues. */
function isMarkup(content: string): boolean {
  if (fileStart.test(content) || sectionStart.test(content)) return true
  const lines = content
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  const cues = lines.filter((line) => timed.test(line))
  return cues.length > 1 && 3 * cues.length >= lines.length
}

const read = (form: TrackForm | 'plain', text: string): TrackOutcome => ({ form, ...truncateText(text) })

async function fetchTrack(url: string, signal: AbortSignal, network: Network | undefined) {
  const answer = await fetchOutbound(url, { signal, deadlineMs, bytesMax, accept: 'text/vtt, */*', network })
  if ('failure' in answer) return /^refused/.test(answer.failure) ? 'blocked' : 'unavailable'
  if (answer.status >= 500 || answer.status === 429) return 'unavailable'
  if (answer.status !== 200) return 'blocked'
  if (answer.truncated) return 'too_large'
  const content = decodeText(answer)
  return content === undefined ? 'unsupported' : { content }
}
