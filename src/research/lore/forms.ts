/*
 * The words between the quotations of a Lore text. There are no others: a fixed form with the artist's name, and what
 * is stored of the question or the source that is quoted.
 */

import type { LoreSource } from './evidence.ts'

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
 * `index` counts the paragraphs, so that two in a row are not introduced alike.
 */
export type ParagraphContext = { first: boolean; sameSource: boolean; sameVoice: boolean; index: number }

const chooseForm = (forms: readonly string[], index: number): string => forms[index % forms.length] ?? ''

/** A post has no title: "Ilse Varga writes on Instagram in 2021". */
function writesOn(artist: string, { publisher, publishedAt }: LoreSource): string {
  const year = /^\d{4}/.exec(publishedAt ?? '')?.[0]
  const where = publisher === null || publisher.trim() === '' ? '' : ` on ${publisher.trim()}`
  return `${artist} writes${where}${year === undefined ? '' : ` in ${year}`}: `
}

export const introductions = {
  /** The artist speaks in a source. */
  artistIn(artist: string, source: LoreSource, { first, sameSource, sameVoice, index }: ParagraphContext): string {
    if (sameVoice) return `${artist} ${chooseForm(['goes on', 'adds', 'also says'], index)}: `
    const named = first ? describeSource(source, artist) : shortName(source, artist)
    if (sameSource) return `In the same text, ${artist} says: `
    if (named === undefined) return `${artist} says: `
    if (shortenTitle(source, artist) === undefined) return writesOn(artist, source)
    return first ? `${artist} says in ${named}: ` : `In ${named}, ${artist} also says: `
  },
  /** The source itself speaks of the artist. */
  source(artist: string, source: LoreSource, { first, sameSource, sameVoice, index }: ParagraphContext): string {
    if (sameVoice) return `${chooseForm(['The text goes on', 'It adds', 'It also says'], index)}: `
    const named = first ? describeSource(source, artist) : shortName(source, artist)
    if (sameSource) return `The same text says of ${artist}: `
    if (named === undefined) return first ? `A text about ${artist} says: ` : `The text about ${artist} also says: `
    return first ? `${named} says of ${artist}: ` : `${named} also says of ${artist}: `
  },
  /**
   * Another person speaks of the artist in a source; the name, where there is one, is quoted from it before these
   * words.
   */
  voiceIn(
    artist: string,
    source: LoreSource,
    { first, sameSource, sameVoice, index }: ParagraphContext,
    isNamed: boolean,
  ): string {
    if (sameVoice)
      return isNamed ? ` ${chooseForm(['goes on', 'adds', 'also says'], index)}: ` : 'The same voice goes on: '
    const named = first ? describeSource(source, artist) : shortName(source, artist)
    const where = sameSource ? ' in the same text' : named === undefined ? '' : ` in ${named}`
    return isNamed ? ` says of ${artist}${where}: ` : `Somebody else says of ${artist}${where}: `
  },
  answer: (artist: string, index: number): string =>
    index % 2 === 0 ? `Interviewed for this page, ${artist} says: ` : `In the interview, ${artist} also says: `,
  answerTo: (artist: string, question: string, index: number): string =>
    chooseForm(['Asked', 'To the question'], index) === 'Asked'
      ? `Asked ${quoted(question.trim())}, ${artist} answers: `
      : `To the question ${quoted(question.trim())} ${artist} answers: `,
}
