import { irregularForms } from './irregular.ts'

/*
 * Two keys of an English word. The stem joins the inflected forms of one word (teach, teaches, taught) and counts as
 * the same word. The family joins related words (teach, teacher, teachable), with errors: it is the key of the index,
 * and a match of the family alone scores less.
 */

const vowel = /[aeiouy]/
/** Endings of inflection that change nothing of the word before them. */
const doubled = /([bdfgklmnprtvz])\1$/

/** The word as American print spells it, as far as rules go: colour, analyse, theatre, practise, grey, travelled. */
function americanize(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/^grey/, 'gray')
    .replace(/^practis/, 'practic')
    .replace(/^programme/, 'program')
    .replace(/^defence|^offence|^licence/, (part) => part.replace('nce', 'nse'))
    .replace(/(.{3})ys(e|ed|es|ing|er|ers)$/, '$1yz$2')
    .replace(/(.{3})is(e|ed|es|ing|er|ers|ation|ations)$/, '$1iz$2')
    .replace(/(.{2})our(s|ed|ing|ful|ite|able|ist|al|less|er|ers)?$/, (all, head, tail = '') =>
      keepsOur.has(all) ? all : `${head}or${tail}`,
    )
    .replace(/(theat|cent|met|lit|fib|calib|somb|lust|meag|maneuv|manoeuv|spect)re(s|d)?$/, '$1er$2')
    .replace(/(.{2}[aeiou])ll(ed|ing|er|ers)$/, '$1l$2')
}
const keepsOur = new Set(
  'four hour hours your yours tour tours toured touring pour pours poured pouring sour flour'.split(' '),
)

/** Particles that Korean writes onto a noun, the longest first. */
const particles =
  '에서는 에게서 으로는 이라는 에서 에게 한테 으로 부터 까지 처럼 보다 이나 라는 은 는 이 가 을 를 의 에 와 과 도 로 만'.split(
    ' ',
  )

/**
 * A Korean noun before its particle, of two syllables at least; folding takes syllables apart, so they are put together
 * and apart again.
 */
function stripParticle(word: string): string {
  const syllables = word.normalize('NFC')
  const particle = particles.find((end) => syllables.endsWith(end) && syllables.length - end.length >= 2)
  return particle === undefined ? word : syllables.slice(0, -particle.length).normalize('NFKD')
}

/** The form that all inflections of a folded word share; it need not be a word itself. */
export function stemWord(word: string): string {
  if (/^\p{Script=Hangul}/u.test(word)) return stripParticle(word)
  const base = irregularForms.get(word) ?? word
  const spelled = americanize(base)
  return stripFinalVowel(stripInflection(irregularForms.get(spelled) ?? spelled))
}

function stripInflection(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  if (/(ss|us|is)$/.test(word)) return stripVerbEnding(word)
  if (/ies$/.test(word)) return `${word.slice(0, -3)}${word.length > 4 ? 'y' : 'ie'}`
  if (/(ch|sh|ss|x|zz|[^aeiou]o)es$/.test(word)) return word.slice(0, -2)
  if (/s$/.test(word)) return stripVerbEnding(word.slice(0, -1))
  return stripVerbEnding(word)
}

function stripVerbEnding(word: string): string {
  const ending = /(?:ed|ing|ingly|edly)$/.exec(word)?.[0]
  if (ending === undefined) return word
  const head = word.slice(0, -ending.length)
  if (head.length < 2 || !vowel.test(head) || /ee$/.test(word.slice(0, -1))) return word
  if (/i$/.test(head)) return `${head.slice(0, -1)}y`
  if (head.length === 2) return `${head}e`
  return doubled.test(head) ? head.slice(0, -1) : head
}

/** A final e falls, so that hope and hoping agree; y and i as well, so that studies, study and studied do. */
function stripFinalVowel(word: string): string {
  if (word.length < 4) return word
  const base = word.replace(/e$/, '').replace(/y$/, 'i')
  return doubled.test(base) ? base.slice(0, -1) : base
}

const endings = (
  'izations ization itions ition ations ation atory ators ator ative ments ment nesses ness ships ship ages age ences ence ances ance ' +
  'ions ion ities ity iti ibly ably ible able ously ous ishly ish ingly fully ful less ically ical ics ic ally als al ' +
  'izers izer izing ized ize ists ist ism iers ier ers er ors or ent ant ive ly ling hood ian ia i'
)
  .split(' ')
  .map((ending) => ending.replace(/y$/, 'i'))

/** The key a folded word is filed under. At least four letters stay, so that short words keep to themselves. */
export function computeWordFamily(word: string): string {
  let family = stemWord(word)
  for (let turn = 0; turn < 2; turn += 1) {
    const ending = endings.find((end) => family.endsWith(end) && family.length - end.length >= 4)
    if (ending === undefined) break
    family = family.slice(0, -ending.length)
  }
  return stripFinalVowel(family)
}
