import porter2 from 'wink-porter2-stemmer'
import { irregularForms } from './irregular.ts'

/**
 * The stem of a folded word, which its inflected forms share (teach, teaches, taught); it need not be a word itself.
 * English after Porter 2, with irregular forms and British spellings; Korean nouns lose their particle; words of other
 * scripts are their own stems.
 */
export function stemWord(word: string): string {
  if (/^\p{Script=Hangul}/u.test(word)) return stripParticle(word)
  if (!/^[a-z]{3,}$/.test(word)) return word
  const spelled = americanize(irregularForms.get(word) ?? word)
  return porter2(irregularForms.get(spelled) ?? spelled)
}

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
