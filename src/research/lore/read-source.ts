import { findSentences } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { isDenial } from './denial.ts'
import type { LoreSource, PassageBlock } from './evidence.ts'
import { loreCharsMax } from './limits.ts'
import { type Block, readBlocks } from './speech/blocks.ts'
import { buildNameMatcher, findMentions, listNameWords } from './speech/names.ts'
import {
  artistVoice,
  createSpeechState,
  type Span,
  type SpeechState,
  unknownVoice,
  writerVoice,
} from './speech/speech-state.ts'

/** How far a source has been read: where its unread text begins, and who spoke there. Plain data. */
export type SpeechReading = { from: number; speechState: SpeechState }

/**
 * Whose words a source is where no quotation marks say otherwise, by its kind and by its `speaker`, which as in the
 * contract says whether its speaker is verified.
 */
export type SourceAuthorship = { kind: string; speaker: string | null }

export function startReading(
  { kind, speaker, title }: SourceAuthorship & Pick<LoreSource, 'title'>,
  artistName: string,
): SpeechReading {
  const defaultVoice =
    kind === 'social_caption' || speaker === 'verified'
      ? artistVoice
      : speaker === 'unverified'
        ? unknownVoice
        : writerVoice
  const mentions = findMentions(title ?? '', buildNameMatcher(artistName))
  const isNamed = defaultVoice === artistVoice || mentions.some(({ isArtist }) => isArtist)
  return { from: 0, speechState: createSpeechState(defaultVoice, isNamed) }
}

/** UTF-16 code units after a name in which the text may say who the person is. */
const appositionChars = 110

/** "Anna Hale, the accomplished harpist and her best pupil", where a mark ends these words. */
function findApposition(name: string, following: string): { withApposition?: string } {
  const said = /^,\s(?:the|an?)\s[^.,;:!?"“”()[\]]{3,90}(?=[.,;:])/u.exec(following)?.[0]
  return said === undefined ? {} : { withApposition: name + said }
}

/** UTF-16 code units of one block; a longer paragraph is read in pieces. */
const blockCharsMax = 3_000

/**
 * The blocks of the text from `reading.from` on; the source may continue. A paragraph that the end of the text cuts off
 * is left for the next page, unless it is all that there is.
 */
export function* readSourcePage(
  text: string,
  { from, speechState }: SpeechReading,
  artistName: string,
  isLast: boolean,
): TimeSliced<{ blocks: PassageBlock[]; next: SpeechReading }> {
  const whole = isLast ? text.length : findLastBreak(text)
  const state = structuredClone(speechState)
  const page = text.slice(0, whole)
  const blocks = yield* readBlocks(page, from, listNameWords(artistName), state)
  const slice = (start: number, end: number) => page.slice(start - from, end - from)
  const named = blocks.map((block, at): PassageBlock => {
    const following = blocks[at + 1]
    const isDenied =
      following !== undefined && beginsWithDenial(slice(following.parts[0]?.start ?? 0, following.parts[0]?.end ?? 0))
    const { name } = block
    // A name that the last page ended before is known by its place alone, and the speaker goes without.
    const text = name === null || name.start < from ? '' : slice(name.start, name.end)
    return {
      ...block,
      name:
        name === null || text === ''
          ? null
          : { ...name, text, ...findApposition(text, slice(name.end, name.end + appositionChars)) },
      deniedFrom: isDenied ? findLastSentence(block, slice) : null,
    }
  })
  return {
    blocks: named.flatMap((block) => splitBlock(block, slice)),
    next: { from: from + whole, speechState: state },
  }
}

/** UTF-16 code units. A page without a line break in its second half ends before the last sentence in so many. */
const pageEndChars = 4_000

function findLastBreak(text: string): number {
  const paragraph = Math.max(text.lastIndexOf('\n\n') + 2, text.lastIndexOf('\n') + 1)
  if (paragraph > text.length / 2) return paragraph
  const sentence = findSentences(text.slice(-pageEndChars)).at(-1)
  return sentence === undefined || sentence.start === 0
    ? text.length
    : text.length - Math.min(pageEndChars, text.length) + sentence.start
}

/** UTF-16 code units in which the first sentence of a following paragraph is looked for. */
const denialChars = 400

/** Whether what follows begins by denying what was said. */
const beginsWithDenial = (following: string): boolean => {
  const [first] = findSentences(following.slice(0, denialChars))
  return first !== undefined && isDenial(following.slice(first.start, first.end))
}

function findLastSentence({ parts }: Block, slice: (start: number, end: number) => string): number {
  const last = parts.at(-1)
  if (last === undefined) return 0
  const start = findSentences(slice(last.start, last.end)).at(-1)?.start ?? 0
  return last.start + start
}

/** Splits a long block of one part at the ends of sentences; a sentence that is longer than a Lore is left out. */
function splitBlock(block: PassageBlock, slice: (start: number, end: number) => string): PassageBlock[] {
  const [part, ...more] = block.parts
  if (part === undefined || more.length > 0 || block.quoted.length > 0 || part.end - part.start <= blockCharsMax)
    return [block]
  const pieces: PassageBlock[] = []
  let last: Span | undefined
  for (const { start, end } of findSentences(slice(part.start, part.end))) {
    if (last !== undefined && part.start + end - last.start <= blockCharsMax) last.end = part.start + end
    else {
      last = { start: part.start + start, end: part.start + end }
      pieces.push({ ...block, ...last, parts: [last] })
    }
  }
  return pieces.filter(({ start, end }) => end - start <= loreCharsMax)
}
