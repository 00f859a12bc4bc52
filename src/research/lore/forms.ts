/*
 * The words between the quotations of a Lore text. There are no others: a fixed form with the artist's name, and what
 * is stored of the question or the source that is quoted.
 */

import type { LoreSource } from './evidence.ts'
import type { CalledArtist } from './short-name.ts'

/** Where words of a source were left out. */
export const cutMark = '[…]'

export type Marks = readonly [opening: string, closing: string]

/** Quotation marks that do not occur in the text itself. */
export function chooseMarks(text: string): Marks {
  if (!/[“”„"]/.test(text)) return ['“', '”']
  return /‘/.test(text) ? ['«', '»'] : ['‘', '’']
}

const quoted = (text: string): string => {
  const [opening, closing] = chooseMarks(text)
  return `${opening}${text}${closing}`
}

/** The title without the artist's name before it, which is beside it anyway: "Ilse Varga: Salt and Strings". */
export function shortenTitle({ title }: Pick<LoreSource, 'title'>, artist: string): string | undefined {
  const whole = title?.trim() ?? ''
  const rest = whole.startsWith(artist) ? whole.slice(artist.length).replace(/^\s*[:–—|-]\s*/u, '') : whole
  return (rest.length > 0 && rest.length < whole.length && /^\p{Lu}/u.test(rest) ? rest : whole) || undefined
}

/** The stored metadata of a source, as the reader sees it: title, publisher and year. Undefined when there is none. */
export function describeSource(source: LoreSource, artist: string): string | undefined {
  const title = shortenTitle(source, artist)
  const year = /^\d{4}/.exec(source.publishedAt ?? '')?.[0]
  const where = [source.publisher?.trim(), year].filter((part) => part !== undefined && part !== '').join(', ')
  if (title !== undefined) return where === '' ? quoted(title) : `${quoted(title)} (${where})`
  return where === '' ? undefined : where
}

function shortName(source: LoreSource, artist: string): string | undefined {
  const title = shortenTitle(source, artist)
  return title === undefined ? (source.publisher?.trim() ?? undefined) : quoted(title)
}

/**
 * The context of a paragraph: `first` to name its source; `sameSource`, `sameVoice`: as the paragraph before it.
 * `hasSpoken`: its voice has been quoted before. `index` counts the paragraphs, so that two in a row differ.
 */
export type ParagraphContext = {
  first: boolean
  sameSource: boolean
  sameVoice: boolean
  hasSpoken: boolean
  index: number
}

const chooseForm = (forms: readonly string[], index: number): string => forms[index % forms.length] ?? ''

/** A post has no title: "Ilse Varga writes on Instagram in 2021". */
function writesOn({ called }: CalledArtist, { publisher, publishedAt }: LoreSource): string {
  const year = /^\d{4}/.exec(publishedAt ?? '')?.[0]
  const where = publisher === null || publisher.trim() === '' ? '' : ` on ${publisher.trim()}`
  return `${called} writes${where}${year === undefined ? '' : ` in ${year}`}: `
}

export const introductions = {
  /** The artist speaks in a source. */
  artistIn(artist: CalledArtist, source: LoreSource, context: ParagraphContext): string {
    const { first, sameSource, sameVoice, hasSpoken, index } = context
    const { name, called } = artist
    if (sameVoice) return `${called} ${chooseForm(['goes on', 'adds', 'also says'], index)}: `
    const named = first ? describeSource(source, name) : shortName(source, name)
    if (sameSource) return `In the same text, ${called} says: `
    if (named === undefined) return `${called} says: `
    if (shortenTitle(source, name) === undefined) return writesOn(artist, source)
    return first ? `${called} says in ${named}: ` : `In ${named}, ${called} ${hasSpoken ? 'also ' : ''}says: `
  },
  /** The source itself speaks of the artist. */
  source(artist: CalledArtist, source: LoreSource, context: ParagraphContext): string {
    const { first, sameSource, sameVoice, hasSpoken, index } = context
    const { name, called } = artist
    if (sameVoice) return `${chooseForm(['The text goes on', 'It adds', 'It also says'], index)}: `
    const named = first ? describeSource(source, name) : shortName(source, name)
    if (sameSource) return `The same text says of ${called}: `
    if (named === undefined) return first ? `A text about ${called} says: ` : `The text about ${called} also says: `
    return `${named} ${first || !hasSpoken ? '' : 'also '}says of ${called}: `
  },
  /**
   * Another person speaks of the artist in a source; the name, where there is one, is quoted from it before these
   * words.
   */
  voiceIn(
    artist: CalledArtist,
    source: LoreSource,
    { first, sameSource, sameVoice, index }: ParagraphContext,
    isNamed: boolean,
  ): string {
    const { name, called } = artist
    if (sameVoice)
      return isNamed ? ` ${chooseForm(['goes on', 'adds', 'also says'], index)}: ` : 'The same voice goes on: '
    const named = first ? describeSource(source, name) : shortName(source, name)
    const where = sameSource ? ' in the same text' : named === undefined ? '' : ` in ${named}`
    return isNamed ? ` says of ${called}${where}: ` : `Somebody else says of ${called}${where}: `
  },
  answer: ({ called }: CalledArtist, index: number): string =>
    index % 2 === 0 ? `Interviewed for this page, ${called} says: ` : `In the interview, ${called} also says: `,
  answerTo: ({ called }: CalledArtist, question: string, index: number): string =>
    chooseForm(['Asked', 'To the question'], index) === 'Asked'
      ? `Asked ${quoted(question.trim())}, ${called} answers: `
      : `To the question ${quoted(question.trim())} ${called} answers: `,
  /** A further answer in the paragraph of another. */
  answerAlso: (question: string, index: number): string =>
    chooseForm(['The answer to', 'To'], index) === 'To'
      ? ` To ${quoted(question.trim())} the reply is: `
      : ` The answer to ${quoted(question.trim())} is: `,
}
