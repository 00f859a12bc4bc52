import { findSentences } from '#src/text/sentences.ts'
import { isDenial } from './denial.ts'
import type { LoreSource, PassageBlock } from './evidence.ts'
import { loreCharsMax } from './limits.ts'
import { type Block, readBlocks } from './speech/blocks.ts'
import { artist, type Conversation, newConversation, unknown, writer } from './speech/conversation.ts'
import { findMentions, listNameWords } from './speech/names.ts'

/** How far a source has been read: where its unread text begins, and who spoke there. Plain data. */
export type SpeechReading = { from: number; conversation: Conversation }

/** Whose words a source is where no quotation marks say otherwise, by its kind and by its speaker as stored. */
export type SourceKind = { kind: string; speaker: string | null }

export function startReading(
  { kind, speaker, title }: SourceKind & Pick<LoreSource, 'title'>,
  artistName: string,
): SpeechReading {
  const base =
    kind === 'social_caption' || speaker === 'verified' ? artist : speaker === 'unverified' ? unknown : writer
  const name = { words: listNameWords(artistName), hasNamesake: false }
  const isNamed = base === artist || findMentions(title ?? '', name).some(({ isArtist }) => isArtist)
  return { from: 0, conversation: newConversation(base, isNamed) }
}

/** UTF-16 code units after a name in which the text may say who the person is. */
const appositionChars = 110

/** "Anna Hale, the accomplished harpist and her best pupil", where a mark ends these words. */
function findApposition(name: string, following: string): { introduced?: string } {
  const said = /^,\s(?:the|an?)\s[^.,;:!?"“”()[\]]{3,90}(?=[.,;:])/u.exec(following)?.[0]
  return said === undefined ? {} : { introduced: name + said }
}

/** UTF-16 code units of one block; a longer paragraph is read in pieces. */
const blockChars = 3_000

/**
 * The blocks of the text from `reading.from` on; the source may continue. A paragraph that the end of the text cuts off
 * is left for the next page, unless it is all that there is.
 */
export function* readSourcePage(
  text: string,
  { from, conversation }: SpeechReading,
  artistName: string,
  isLast: boolean,
): Generator<void, { blocks: PassageBlock[]; next: SpeechReading }> {
  const whole = isLast ? text.length : findLastBreak(text)
  const state = structuredClone(conversation)
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
    next: { from: from + whole, conversation: state },
  }
}

function findLastBreak(text: string): number {
  const paragraph = Math.max(text.lastIndexOf('\n\n') + 2, text.lastIndexOf('\n') + 1)
  if (paragraph > text.length / 2) return paragraph
  const sentence = findSentences(text.slice(-4_000)).at(-1)
  return sentence === undefined || sentence.start === 0
    ? text.length
    : text.length - Math.min(4_000, text.length) + sentence.start
}

/** Whether what follows begins by denying what was said. */
const beginsWithDenial = (following: string): boolean => {
  const [first] = findSentences(following.slice(0, 400))
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
  if (part === undefined || more.length > 0 || block.quoted.length > 0 || part.end - part.start <= blockChars)
    return [block]
  const pieces: PassageBlock[] = []
  let open: { start: number; end: number } | undefined
  for (const { start, end } of findSentences(slice(part.start, part.end))) {
    if (open !== undefined && part.start + end - open.start <= blockChars) open.end = part.start + end
    else {
      open = { start: part.start + start, end: part.start + end }
      pieces.push({ ...block, ...open, parts: [open] })
    }
  }
  return pieces.filter(({ start, end }) => end - start <= loreCharsMax)
}
