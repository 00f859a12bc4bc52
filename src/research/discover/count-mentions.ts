import { fold } from '#src/text/fold.ts'
import { escapePattern } from '#src/text/languages.ts'

/** The words for "and" in the languages of most articles; "&" and "+" are read as the English one. */
const joints = 'and|und|et|e|y|en|og|och'

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Scripts whose words a sign ends: "What!!!" */
const lettered = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`

/** Korean joins these to a name: particles, forms of address, and forms of "to be". */
const koreanEndings =
  '가 이 은 는 을 를 의 에 에게 에게서 한테 에서 께 께서 와 과 랑 이랑 하고 도 만 로 으로 처럼 보다 부터 까지 마저 조차 씨 씨가 씨는 씨의 님 님이 님의 야 아 여 이여 라 이라 라는 이라는 라고 이라고 다 이다 였다 이었다 입니다 표'

/** Arabic and Hebrew write "and", "to", "in" and the like as letters at the beginning of a word. */
const prefixes = { Arabic: '(?:[وفبلك]{0,2})', Hebrew: '(?:[ובלמשהכ]{0,2})' } as const

/** The words of a text, folded, with one space between them. */
const joinWords = (text: string): string =>
  fold(text)
    .replace(/[&+]/g, ' and ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')

/** The mark of a note, which a page raises beside a name. */
const noteMarks = /[⁰¹²³⁴-⁹]+/g

/**
 * How often a text has the name word for word, whatever the case, the accents, the marks between its words, and the
 * endings that its language joins to a name.
 */
export function countMentions(text: string, name: string): number {
  const folded = fold(name).trim()
  if (folded === '') return 0
  const unmarked = name.search(noteMarks) < 0 ? text.replace(noteMarks, ' ') : text
  const found = /[\p{L}\p{N}]/u.test(folded)
    ? joinWords(unmarked).match(buildPattern(joinWords(folded).trim()))
    : fold(unmarked).match(buildSignPattern(folded))
  return found?.length ?? 0
}

function buildPattern(name: string): RegExp {
  const joint = ` (?:${joints}) `
  return new RegExp(`${buildStart(name)}${name.replace(new RegExp(joint, 'g'), joint)}${buildEnd(name)}`, 'gu')
}

/** A name without a letter is itself where no more of its signs stand beside it, and no word of letters before it. */
function buildSignPattern(name: string): RegExp {
  const signs = [...name].map(escapePattern)
  return new RegExp(`(?<![${lettered}\\p{N}]|${signs[0]})${signs.join('')}(?!${signs.at(-1)})`, 'gu')
}

function buildStart(name: string): string {
  if (unspaced.test([...name][0] as string)) return ''
  const script = (['Arabic', 'Hebrew'] as const).find((one) => new RegExp(`^\\p{Script=${one}}`, 'u').test(name))
  return String.raw`(?<![\p{L}\p{N}])${script === undefined ? '' : prefixes[script]}`
}

function buildEnd(name: string): string {
  if (unspaced.test([...name].at(-1) as string)) return String.raw`(?!\p{M})`
  const end = String.raw`(?![\p{L}\p{N}\p{M}])`
  if (/\p{Script=Hangul}$/u.test(name)) return `(?:${koreanEndings.split(' ').map(fold).join('|')})?${end}`
  // The German genitive, of names that no other word is: "Ada Reeds Orgel".
  return name.includes(' ') && /\p{Script=Latin}$/u.test(name) ? `s?${end}` : end
}
