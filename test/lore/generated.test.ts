import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { LoreInput } from '#src/research/lore/compose.ts'
import type { Lore } from '#src/research/lore/render.ts'
import { type Random, randomFrom, seed } from '../text/seed.ts'
import { anyText } from '../text/strings.ts'
import { composeLore } from './compose-lore.ts'
import { findOutsideForms } from './fixed-forms.ts'
import { artistName, buildLoreInput, buildPassages, source } from './lore-input.ts'

/** Subjects in several forms, and the letters that all forms of one share: the reference does not use stems. */
const subjects = [
  { letters: 'brother', forms: ['brother', 'brothers', 'brother’s', 'BROTHER', '_brothers_', 'bröther'] },
  { letters: 'divorc', forms: ['divorce', 'divorced', 'divorcing', 'Divorces'] },
  { letters: 'marri', forms: ['marriage', 'married', 'marries', 'marriages'] },
  { letters: 'vienna', forms: ['Vienna', 'VIENNA', 'Vienna’s'] },
  { letters: 'contract', forms: ['contract', 'contracts', 'contracted', '“contract”'] },
  { letters: 'pris', forms: ['prison', 'prisons', 'prisoner'] },
]
const verbs = [
  'I remember',
  'Varga described',
  'She wrote about',
  'No one knew',
  'We recorded',
  'they sang of',
  'After that I left',
]
const rest = [
  'in Graz',
  'for the zither',
  'on 3 May 2019',
  'at No. 5',
  'with Mr. Hale',
  'in E♭ 😀',
  'as “Marée”',
  'by the harbour',
]
const ends = ['. ', '! ', '? ', '.\r\n\r\n', '… ', '." ', '\n', ' ']
const prefixes = ['Please don’t ask about my', 'I won’t talk about any', 'Nothing about the', 'my', 'No questions on']

function anySentence(random: Random): string {
  const subject = random.below(3) === 0 ? `${random.pick(random.pick(subjects).forms)} ` : ''
  const middle = random.below(5) === 0 ? anyText(random, 6) : random.pick(rest)
  return `${random.pick(verbs)} ${subject}${middle} ${random.pick(rest)}${random.pick(ends)}`
}

function anyProse(random: Random): string {
  return Array.from({ length: random.below(7) }, () => anySentence(random)).join('')
}

type Case = { input: LoreInput; banned: string[]; sources: Map<string, string> }

function anyCase(random: Random): Case {
  const bounded = subjects.filter(() => random.below(4) === 0)
  const sources = new Map<string, string>()
  const answers = Array.from({ length: random.below(4) }, (_, n) => {
    const answer = anyProse(random)
    sources.set(`answer entry-${n}`, answer)
    return {
      entryId: `entry-${n}`,
      revision: `a${n}`,
      questionKey: `q${n}`,
      question: `About matter ${n}?`,
      answer,
      sitting: 1,
    }
  })
  const passages = Array.from({ length: random.below(4) }, (_, n) => {
    const spoken = random.below(2) === 0 ? `Varga says: “${anyProse(random).replace(/[“”"]/g, '')}”` : anyProse(random)
    sources.set(`original vault:${n}`, spoken)
    return buildPassages(spoken, { sourceId: `vault:${n}`, title: `Number ${n}` })
  }).flat()
  const boundaries = bounded.map(({ forms }) => ({
    wording: `${random.pick(prefixes)} ${random.pick(forms)}.`,
    questionKey: `q${random.below(8)}`,
    question: 'Anything else?',
  }))
  const charsMax = random.pick([0, 40, 120, 300, 4000])
  return {
    input: buildLoreInput({ answers, passages, boundaries, charsMax }),
    banned: bounded.map(({ letters }) => letters),
    sources,
  }
}

const isInWord = (text: string, at: number) => /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1))

/** The first rule that a composed text breaks, undefined when it breaks none. */
function findBrokenRule({ input, banned, sources }: Case, { text, citations }: Lore): string | undefined {
  if (text.length > input.charsMax) return 'the text is longer than allowed'
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (banned.some((each) => letters.includes(each))) return 'a bounded subject is named'
  for (const { start, end, kind, id, quoteStart, quoteEnd } of citations) {
    const cited = sources.get(`${kind} ${id}`) ?? ''
    if (end <= start || cited.slice(quoteStart, quoteEnd) !== text.slice(start, end)) return 'a citation is not exact'
    if (isInWord(cited, quoteStart) || isInWord(cited, quoteEnd)) return 'a citation parts a word'
    const answer = input.answers.find(({ entryId }) => kind === 'answer' && entryId === id)
    if (input.boundaries.some(({ questionKey }) => questionKey === answer?.questionKey))
      return 'a bounded question is answered'
  }
  const named = {
    artistName,
    questions: input.answers.map(({ question }) => question),
    sources: input.passages.map((passage) => ({ ...source, ...passage })),
  }
  return findOutsideForms({ text, citations }, named).length > 0 ? 'something is between the citations' : undefined
}

t.test('1,000 generated inputs: no rule is broken', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  let [wrong, spoken, bounded]: [unknown, number, number] = [undefined, 0, 0]
  for (let n = 0; n < 1_000 && wrong === undefined; n++) {
    const each = anyCase(random)
    const lore = composeLore(each.input)
    const promise = findBrokenRule(each, lore)
    if (promise !== undefined) wrong = { promise, lore, ...each }
    if (lore.text !== '') spoken++
    if (each.banned.length > 0) bounded++
  }
  t.same(wrong, undefined)
  t.ok(spoken > 200 && bounded > 300, `${spoken} gave a text, ${bounded} had boundaries`)
})

t.test('the same input gives the same text, and does not change the input', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed + 1)
  for (let n = 0; n < 150; n++) {
    const { input } = anyCase(random)
    const copy = structuredClone(input)
    if (!isDeepStrictEqual(composeLore(input), composeLore(copy)) || !isDeepStrictEqual(input, copy)) {
      return t.fail('a second composition differs', { input })
    }
  }
  t.pass('150 inputs')
})

t.test('without their boundaries the same inputs do name the subjects', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  const named = Array.from({ length: 500 }, () => anyCase(random)).filter((each) => {
    const unbounded = composeLore({ ...each.input, boundaries: [] })
    return findBrokenRule(each, unbounded) === 'a bounded subject is named'
  })
  t.ok(named.length > 20, `${named.length} of 500`)
})
