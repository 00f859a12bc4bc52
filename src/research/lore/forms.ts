/*
 * The words between the quotations of a Lore text. There are no others: a fixed form with the artist's name, and what
 * is stored of the question or the source that is quoted.
 */

import type { LoreSource } from './evidence.ts'
import type { ArtistInText } from './short-name.ts'

export type Marks = readonly [opening: string, closing: string]

/** Quotation marks that do not occur in the text itself. */
export function chooseMarks(text: string): Marks {
  if (!/[“”„"]/.test(text)) return ['“', '”']
  return /‘/.test(text) ? ['«', '»'] : ['‘', '’']
}

const wrapInMarks = (text: string): string => {
  const [opening, closing] = chooseMarks(text)
  return `${opening}${text}${closing}`
}

/**
 * The title without the artist's name before it, which is beside it anyway: "Ilse Varga: Salt and Strings". The name
 * alone is no title.
 */
function shortenTitle({ title }: Pick<LoreSource, 'title'>, artist: string): string | undefined {
  const whole = title?.trim() ?? ''
  if (whole === artist) return undefined
  const rest = whole.startsWith(artist) ? whole.slice(artist.length).replace(/^\s*[:–—|-]\s*/u, '') : whole
  return (rest.length > 0 && rest.length < whole.length && /^\p{Lu}/u.test(rest) ? rest : whole) || undefined
}

const findPublicationYear = ({ publishedAt }: LoreSource): string | undefined => /^\d{4}/.exec(publishedAt ?? '')?.[0]

/** The stored metadata of a source, as the reader sees it: title, publisher and year. Undefined when there is none. */
function describeSource(source: LoreSource, artist: string): string | undefined {
  const title = shortenTitle(source, artist)
  const year = findPublicationYear(source)
  const where = [source.publisher?.trim(), year].filter((part) => part !== undefined && part !== '').join(', ')
  if (title !== undefined) return where === '' ? wrapInMarks(title) : `${wrapInMarks(title)} (${where})`
  return where === '' ? undefined : `a text (${where})`
}

function nameSource(source: LoreSource, artist: string): string | undefined {
  const title = shortenTitle(source, artist)
  if (title !== undefined) return wrapInMarks(title)
  return source.publisher === null || source.publisher.trim() === ''
    ? undefined
    : `the text of ${source.publisher.trim()}`
}

/**
 * The context of a paragraph: `first` to name its source; `sameSource`, `sameVoice`: as the paragraph before it.
 * `isOnlySource`: the text has no other, and has named it. `hasSpoken`: its voice has been quoted before.
 * `index` counts the paragraphs, so that two in a row differ. `topic`: what its first words are about.
 */
export type ParagraphContext = {
  first: boolean
  sameSource: boolean
  sameVoice: boolean
  isOnlySource: boolean
  hasSpoken: boolean
  index: number
  topic: string | undefined
}

const chooseForm = (forms: readonly string[], index: number): string => forms[index % forms.length] ?? ''

/** A post has no title: "Ilse Varga writes on Instagram in 2021". */
function formatPostLeadIn({ called }: ArtistInText, source: LoreSource): string {
  const { publisher } = source
  const year = findPublicationYear(source)
  const where = publisher === null || publisher.trim() === '' ? '' : ` on ${publisher.trim()}`
  return `${called} writes${where}${year === undefined ? '' : ` in ${year}`}: `
}

const formatTopic = (topic: string | undefined): string => (topic === undefined ? '' : `On ${topic}, `)

/** Where a paragraph is from, for " in …": undefined where that is known. */
function describePlace(source: LoreSource, artist: string, { first, sameSource, isOnlySource }: ParagraphContext) {
  if (isOnlySource) return undefined
  return sameSource ? 'the same text' : first ? describeSource(source, artist) : nameSource(source, artist)
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const formatCount = (number: number, noun: string): string =>
  `${numbers[number] ?? number} ${noun}${number === 1 ? '' : 's'}`

/** What a Lore consists of: what is quoted, of what the artist `speaks` in it, and how many answers. */
export type LoreContents = {
  sources: readonly LoreSource[]
  topics: readonly string[]
  speaks: boolean
  answers: number
}

const formatList = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

export const openings = {
  /** "“Salt and Strings” (Coast Review, 2019) calls Ilse Varga a “zither player”." without the quoted words. */
  epithet: ({ name }: ArtistInText, source: LoreSource, article: string): string =>
    `${capitalize(describeSource(source, name) ?? 'a text')} calls ${name} ${article} `,
  /** "Ilse Varga, a zither player, speaks of memory in …": what is before and after the quoted words. */
  apposition({ name }: ArtistInText, article: string, contents: string): [before: string, after: string] {
    const end = contents.indexOf(name) + name.length
    return [`${contents.slice(0, end)}, ${article} `, `,${contents.slice(end)}`]
  },
  /** What the text quotes; `named` is the source that the opening has named. */
  contents(
    { name, called }: ArtistInText,
    { sources, topics, speaks, answers }: LoreContents,
    named?: LoreSource,
  ): string {
    const artist = named === undefined ? name : called
    const [only, ...others] = sources
    const isNamed = only !== undefined && only.sourceId === named?.sourceId
    const about = topics.length === 0 ? '' : ` on ${formatList(topics)}`
    const interview = answers > 0 ? ' and an interview' : ''
    if (only === undefined || others.length > 0)
      return `This page about ${artist} quotes ${formatCount(sources.length, 'text')}${interview}${about}.`
    const where = isNamed ? 'that text' : describeSource(only, name)
    if (where === undefined) return ''
    if (isNamed && topics.length === 0 && answers > 0)
      return `${artist} speaks in ${speaks ? 'that text and in ' : ''}an interview for this page.`
    if (!speaks) return `This page about ${artist} quotes ${where}${interview}${about}.`
    const asked = answers === 0 ? '' : ' and in an interview for this page'
    return `${artist} speaks${topics.length === 0 ? '' : ` of ${formatList(topics)}`} in ${where}${asked}.`
  },
}

export const leadIns = {
  /** The artist speaks in a source. */
  artistIn(artist: ArtistInText, source: LoreSource, context: ParagraphContext): string {
    const { sameVoice, hasSpoken, index, topic, sameSource, first } = context
    const { name, called } = artist
    if (sameVoice)
      return topic === undefined
        ? `${called} ${chooseForm(furtherVerbs, index)}: `
        : `${formatTopic(topic)}${called} says: `
    const named = describePlace(source, name, context)
    if (named !== undefined && !sameSource && shortenTitle(source, name) === undefined)
      return formatPostLeadIn(artist, source)
    const also = hasSpoken && !first && !sameSource && topic === undefined && index % 2 === 1 ? 'also ' : ''
    return `${formatTopic(topic)}${called} ${also}says${named === undefined ? '' : ` in ${named}`}: `
  },
  /** The source itself speaks of the artist. */
  source(artist: ArtistInText, source: LoreSource, context: ParagraphContext): string {
    const { first, sameSource, sameVoice, isOnlySource, hasSpoken, index, topic } = context
    const { name, called } = artist
    if (sameVoice && topic === undefined)
      return `${chooseForm(['The text goes on', 'It adds', 'It also says'], index)}: `
    const also = hasSpoken && !first && topic === undefined ? 'also ' : ''
    const named = first ? describeSource(source, name) : nameSource(source, name)
    const text = isOnlySource || sameVoice ? 'the text' : sameSource ? 'the same text' : (named ?? 'a text')
    return capitalize(`${formatTopic(topic)}${text} ${also}says of ${called}: `)
  },
  /**
   * Another person speaks of the artist in a source; the name, where there is one, is quoted from it before these
   * words.
   */
  voiceIn(artist: ArtistInText, source: LoreSource, context: ParagraphContext, isNamed: boolean): string {
    const { name, called } = artist
    if (context.sameVoice && context.topic === undefined)
      return isNamed ? ` ${chooseForm(furtherVerbs, context.index)}: ` : 'The same voice goes on: '
    const named = describePlace(source, name, context)
    const of = context.hasSpoken ? '' : ` of ${called}`
    return `${isNamed ? '' : 'Somebody else'} says${of}${named === undefined ? '' : ` in ${named}`}: `
  },
  /** Before the name of another person, and after the words that say who that person is. */
  topic: formatTopic,
  afterApposition: ',',
  answerTo: ({ called }: ArtistInText, question: string): string =>
    `Asked ${wrapInMarks(flatten(question))}, ${called} answers: `,
  /** A further question, after the words that say who answers. */
  question: (question: string): string => `${wrapInMarks(flatten(question))} – `,
  /** The sentence before several answers; `isFurther`: others stand in the text before it. */
  interview: ({ called }: ArtistInText, number: number, isFurther: boolean): string =>
    isFurther
      ? `In the interview, ${called} also answers ${formatCount(number, 'other question')}.`
      : `In an interview for this page, ${called} answers ${formatCount(number, 'question')}.`,
}

const furtherVerbs = ['goes on', 'adds', 'also says']

/** A question is one paragraph, whatever its lines are. */
const flatten = (question: string): string => question.trim().replaceAll(/\s+/gu, ' ')
