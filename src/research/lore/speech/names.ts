import { fold } from '#src/text/fold.ts'
import { musicians } from '../professions.ts'
import { stopWords } from '../stop-words.ts'

/** A person named in a text: UTF-16 code units, [start, end), with the title before the name. */
export type Mention = { start: number; end: number; isArtist: boolean }

const particles = new Set(
  'the and von van der den des de la le du di da del dos of aus y el al zu af av feat'.split(' '),
)
const titles =
  'Mr|Mrs|Ms|Miss|Mme|Mlle|M|Dr|Prof|Professor|Sir|Dame|Lord|Lady|Herr|Frau|Frl|Fräulein|Madame|' +
  'Monsieur|Signor|Signora|Señor|Señora|Chevalier|Maestro|DJ'
const titled = new RegExp(String.raw`(?<![\p{L}.])(?:${titles})\.?\s+$`, 'u')
/** Whether a text ends in "Mr." or another title, before the name. */
export const endsInTitle = (text: string): boolean => titled.test(text)
const titleWord = new RegExp(`^(?:${titles})$`)
const roles = new Set([
  ...musicians.split('|'),
  ...'artist master maestro when but and as where while that because if since although then after before'.split(' '),
])
const word = /[\p{Lu}][\p{L}\p{M}'’-]*\p{L}|\p{Lu}(?=\.\s?\p{Lu})/gu

/** Finds the artist's name in a text. `hasNamesake`: Mrs. or Mme. of that name is another person there. */
export type NameMatcher = { words: ReadonlySet<string>; hasNamesake: boolean }

/** The folded words of the name that can mean the whole: neither particles nor words of one or two letters. */
export function listNameWords(artistName: string): ReadonlySet<string> {
  const words = artistName.split(/[\s\-–/&,]+/).map((part) => fold(part).replace(/[^\p{L}\p{N}]/gu, ''))
  const long = words.filter((part) => part.length > 2 && !particles.has(part))
  return new Set(long.length > 0 ? long : words.filter((part) => part !== ''))
}

/** The name as most texts use it. */
export const buildNameMatcher = (artistName: string): NameMatcher => ({
  words: listNameWords(artistName),
  hasNamesake: false,
})

const wifeTitle = /(?:Mrs|Mme|Madame|Frau|Signora|Señora)\.?\s/u

/**
 * The name as this text uses it: where the artist goes mostly without "Mme.", Mme. of that name is the artist's wife.
 */
export function fitNameMatcher(text: string, words: ReadonlySet<string>): NameMatcher {
  const artistMentions = findMentions(text, { words, hasNamesake: false }).filter(({ isArtist }) => isArtist)
  const titledCount = artistMentions.filter(({ start, end }) => wifeTitle.test(text.slice(start, end))).length
  return { words, hasNamesake: titledCount > 0 && titledCount < artistMentions.length / 2 }
}

/** Every person named in a text: the artist by a word of the name, others by a title or by two names in a row. */
export function findMentions(text: string, { words, hasNamesake }: NameMatcher): Mention[] {
  const mentions: Mention[] = []
  for (const names of listNameSequences(text)) {
    const [first] = names
    if (first === undefined) continue
    const title = titled.exec(text.slice(Math.max(0, first.start - 14), first.start))
    const start = first.start - (title?.[0].length ?? 0)
    const end = names.at(-1)?.end ?? first.end
    const isNamesake = hasNamesake && title !== null && wifeTitle.test(title[0])
    const isArtist = names.some(({ text: name }) => words.has(normalizeName(name)))
    if (isArtist) mentions.push({ start, end, isArtist: !isNamesake && isArtistAlone(names, words) })
    else if (title !== null || names.length > 1) mentions.push({ start, end, isArtist: false })
  }
  return mentions
}

type Name = { start: number; end: number; text: string }

/** "When Varga" and "Pianist Varga" are Varga; "Anna Varga" is another person. */
function isArtistAlone(names: readonly Name[], words: ReadonlySet<string>): boolean {
  const otherWords = names.map(({ text }) => normalizeName(text)).filter((name) => !words.has(name))
  return otherWords.every(
    (name) => roles.has(name) || particles.has(name) || stopWords.has(name) || name.length === 1 || name.endsWith('ly'),
  )
}

const normalizeName = (name: string): string =>
  fold(name)
    .replace(/'s$|s'$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Capitalised words side by side, with small particles between them. */
function listNameSequences(text: string): Name[][] {
  const rows: Name[][] = []
  for (const { 0: name, index } of text.matchAll(word)) {
    const one = { start: index, end: index + name.length, text: name }
    const last = rows.at(-1)?.at(-1)
    const gap = last === undefined ? undefined : text.slice(last.end, index)
    const endsName = last !== undefined && /['’]s$/.test(last.text)
    const isTitle = last !== undefined && titleWord.test(last.text)
    if (
      gap !== undefined &&
      !endsName &&
      !isTitle &&
      (last?.text.length === 1 || !gap.startsWith('.')) &&
      /^(?:\.?\s|\s(?:von|van|der|den|de|la|le|du|di|da|del|aus)\s|\s(?:van|von) de[rn]?\s|\saus der\s)$/u.test(gap)
    )
      rows.at(-1)?.push(one)
    else if (!titleWord.test(name)) rows.push([one])
  }
  return rows
}

/** "ILSE VARGA" names the artist as "Ilse Varga" does. */
export const toTitleCase = (heading: string) =>
  /\p{Ll}/u.test(heading)
    ? heading
    : heading.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
