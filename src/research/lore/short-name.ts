import type { Epithet } from './epithet.ts'
import { endsInTitle } from './speech/names.ts'

/**
 * The artist's name, what the text calls the artist at this place, and what a source says the artist is.
 * `hasPrecedingText`: a text before this one has introduced the artist.
 */
export type ArtistInText = { name: string; called: string; epithet?: Epithet | undefined; hasPrecedingText?: boolean }

const particle = /^(?:de|da|di|do|du|del|della|des|dos|van|von|vom|der|den|ter|ten|la|le|el|al|bin|aus|zu|zur|y)$/iu
const nameWord = /^\p{Lu}(?:[\p{L}\p{M}'’-]+|\.)$/u
const generation = /^(?:Jr|Sr|II|III|IV)$/u

/** Mentions by the last name alone before it is taken for what the artist is called. */
const mentionsMin = 2

/**
 * What the evidence calls the artist: "Varga" where it says "Madame Varga" or "Ilse Varga in her studio" once, or
 * "Varga" twice; else the whole name: "The Salt Parade", "Boards of Canada", and each that no text shortens.
 */
export function findShortName(artistName: string, texts: readonly string[]): string {
  const words = artistName.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  const isPerson = words.length > 1 && words.every((word) => nameWord.test(word) || particle.test(word))
  if (!isPerson || generation.test(last) || particle.test(words[0] ?? '') || words[0] === 'The') return artistName
  let from = words.length - 1
  while (from > 1 && particle.test(words[from - 1] ?? '')) from -= 1
  const name = words.slice(from).join(' ')
  const called = name.charAt(0).toUpperCase() + name.slice(1)
  let mentions = 0
  for (const text of texts) {
    for (const one of new Set([name, called])) mentions += countMentions(text, one, words.slice(0, from))
    if (mentions >= mentionsMin) return called
  }
  return artistName
}

/** UTF-16 code units that are read before and after a last name: its first names and title; the rest of a sentence. */
const beforeNameChars = 80
const afterNameChars = 200

/** Mentions of a person by the last name, where a title or "her" after the whole name says that it is one. */
function countMentions(text: string, name: string, firstNames: readonly string[]): number {
  let count = 0
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const rest = text.slice(at + name.length, at + name.length + afterNameChars)
    const before = stripFirstNames(text.slice(Math.max(0, at - beforeNameChars), at), firstNames)
    if (/[\p{L}\p{N}]$/u.test(before.text) || /^[\p{L}\p{N}]|^\s\p{Lu}/u.test(rest)) continue
    const [sentence = ''] = rest.split(/[.!?]\s/, 1)
    if (group.test(sentence)) continue
    if (endsInTitle(before.text) || (before.isWhole && ofPerson.test(sentence))) return mentionsMin
    if (!before.isWhole && !anotherName.test(before.text.trimEnd().split(' ').at(-1) ?? '')) count += 1
  }
  return count
}

/** The word before the last name in "Anna Varga" and "the Varga". */
const anotherName = /^["“‘(]*(?:\p{Lu}[^.,;:!?]*|the|an?)$/u
const group = /\b(?:they|their|band|group|duo|trio|quartet|ensemble|orchestra)\b/iu
const ofPerson = /\b(?:he|she|his|her|him|himself|herself)\b/iu

/** The text before the last name without the first names, and whether there were any. */
function stripFirstNames(text: string, firstNames: readonly string[]): { text: string; isWhole: boolean } {
  let rest = text
  for (const first of firstNames.toReversed()) if (rest.endsWith(`${first} `)) rest = rest.slice(0, -first.length - 1)
  return { text: rest, isWhole: rest !== text }
}
