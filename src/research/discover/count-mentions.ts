import { fold } from '#src/text/fold.ts'

/** Between two words of a name, and about what joins them. */
const gap = String.raw`[^\p{L}\p{N}]{1,10}`
const besideSign = String.raw`[^\p{L}\p{N}&+]{0,10}`

/** What joins two names: signs, and words of the languages that most articles are in. */
const joint = `(?:${besideSign}[&+]${besideSign}|${gap}(?:and|und|et|e|y|en|og|och)${gap})`

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

/**
 * How often a text has the name word for word, whatever the case, the accents, the marks between its words, and the
 * endings that its language joins to a name.
 */
export function countMentions(text: string, name: string): number {
  const pattern = buildPattern(fold(name).trim())
  return pattern === undefined ? 0 : (fold(text).match(pattern)?.length ?? 0)
}

function buildPattern(name: string): RegExp | undefined {
  const parts: string[] = name.match(/[\p{L}\p{N}\p{M}]+|[&+]/gu) ?? []
  const words = parts.filter((part) => !/^[&+]$/.test(part))
  if (words.length === 0) return buildSignPattern(name)
  const [first = '', ...rest] = parts.slice(parts.indexOf(words[0] as string))
  const last = rest.findLastIndex((part) => !/^[&+]$/.test(part))
  let body = first
  let between = gap
  for (const [at, part] of rest.slice(0, last + 1).entries()) {
    if (isJoint(part) && at < last) between = joint
    else {
      body += between + part
      between = gap
    }
  }
  return new RegExp(`${buildStart(first)}${body}${buildEnd(words)}`, 'gu')
}

const isJoint = (part: string) => /^(?:[&+]|and|und|et|og|och)$/.test(part)

/** A name without a letter is itself where no more of its signs stand beside it, and no word of letters before it. */
function buildSignPattern(name: string): RegExp | undefined {
  if (name === '') return undefined
  const escapeSigns = (signs: string) => signs.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const [first = '', last = ''] = [[...name].at(0), [...name].at(-1)]
  return new RegExp(`(?<![${lettered}\\p{N}]|${escapeSigns(first)})${escapeSigns(name)}(?!${escapeSigns(last)})`, 'gu')
}

function buildStart(word: string): string {
  if (unspaced.test([...word][0] as string)) return ''
  const script = (['Arabic', 'Hebrew'] as const).find((one) => new RegExp(`^\\p{Script=${one}}`, 'u').test(word))
  return String.raw`(?<![\p{L}\p{N}])${script === undefined ? '' : prefixes[script]}`
}

function buildEnd(words: readonly string[]): string {
  const last = words.at(-1) as string
  if (unspaced.test([...last].at(-1) as string)) return String.raw`(?!\p{M})`
  const end = String.raw`(?![\p{L}\p{N}\p{M}])`
  if (/\p{Script=Hangul}$/u.test(last)) return `(?:${koreanEndings.split(' ').map(fold).join('|')})?${end}`
  // The German genitive, of names that no other word is: "Ada Reeds Orgel".
  return words.length > 1 && /\p{Script=Latin}$/u.test(last) ? `s?${end}` : end
}
