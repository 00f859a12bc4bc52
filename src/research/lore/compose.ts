/*
 * The page as printed: passages of sources under their source's name, what the artist says of each right below, then
 * sources that no question cites, and the list of sources. Pure: the same input gives the same text on every machine.
 */

import { takeOut } from '#src/records/lore/edit.ts'
import { findBoundedQuestion } from '#src/records/memory/exclusions/boundaries.ts'
import type { Correction } from '#src/records/memory/exclusions/corrections.ts'
import { buildRules, findExcluded, findReason, type Rules } from '#src/records/memory/exclusions/find-excluded.ts'
import type { Boundary } from '#src/records/memory/exclusions/parse-boundary.ts'
import { detectLanguage, type Language } from '#src/text/languages.ts'
import { findOccurrences } from '#src/text/occurrence.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { isPost, type Lore, type LoreAnswer, type LoreSource, listCitedIds, type Passage } from './evidence.ts'
import { type FixedWords, fixedWords } from './fixed-words.ts'
import { postsMax } from './limits.ts'
import {
  createMark,
  isQuoted,
  type MarkExclusion,
  measure,
  measureUnit,
  type Opening,
  omission,
  quote,
  render,
  say,
  type Talk,
  type Unit,
} from './page.ts'

/** All that a page is composed from. */
export type LoreInput = {
  artistName: string
  /** The most recently saved first. */
  answers: readonly LoreAnswer[]
  /** What may be printed of the sources, in the order of a page, each source's in the order of its text. */
  passages: readonly Passage[]
  /** Sentences that say who the artist is, the best first. */
  introductions: readonly Passage[]
  boundaries: readonly Boundary[]
  corrections: readonly Correction[]
  /** UTF-16 code units of the page. */
  charsMax: number
  /** A text that the page continues; what it says already is not printed again. */
  precedingText?: string
}

type Context = { input: LoreInput; rules: Rules; words: FixedWords; mark: MarkExclusion }

/** The language of a page's fixed words: that of the conversation, else that of the sources. */
export const findLanguage = ({ answers, passages }: LoreInput): Language => {
  const said = answers.map(({ question, answer }) => `${question} ${answer}`).join('\n')
  return detectLanguage(said === '' ? passages.map(({ text }) => text).join('\n') : said)
}

export function* compose(given: LoreInput): TimeSliced<Lore> {
  const words = fixedWords[findLanguage(given)]
  const rules = yield* buildRules(given.artistName, given.boundaries, given.corrections)
  const input = yield* nameSources(given, rules)
  const context = { input, rules, words, mark: createMark(words, input.artistName) }
  const units = yield* buildUnits(context)
  const opening = yield* buildOpening(context)
  let room = input.charsMax - measure([opening.sentence]) - words.sources.length
  const listed = new Set(opening.source === null ? [] : [opening.source.sourceId])
  const chosen = new Set<Unit>()
  for (const unit of units.toSorted((a, b) => a.rank - b.rank)) {
    yield
    const cost = measureUnit(unit, listed, context)
    if (cost > room) continue
    room -= cost
    chosen.add(unit)
    if (unit.source !== null) listed.add(unit.source.sourceId)
  }
  return render(
    opening,
    units.filter((unit) => chosen.has(unit)),
    context,
  )
}

/** Without each source whose name a boundary touches; a name or an address that is touched otherwise is left out. */
function* nameSources(input: LoreInput, rules: Rules): TimeSliced<LoreInput> {
  const names = new Map<LoreSource, LoreSource | undefined>()
  for (const { source } of [...input.passages, ...input.introductions]) {
    if (names.has(source)) continue
    const reason = yield* findReason([source.title, source.publisher].join('\n'), rules)
    const url = (yield* findReason(source.url ?? '', rules)) === undefined ? source.url : null
    const named = reason === undefined ? { ...source, url } : { ...source, url, title: null, publisher: null }
    names.set(source, reason?.because === 'boundary' ? undefined : named)
  }
  const name = (passage: Passage) => {
    const source = names.get(passage.source)
    return source === undefined ? [] : [{ ...passage, source }]
  }
  return { ...input, passages: input.passages.flatMap(name), introductions: input.introductions.flatMap(name) }
}

/** The passages that questions cite, what cites none of them, sources that no question cites, and own posts. */
function* buildUnits(context: Context): TimeSliced<Unit[]> {
  const { input } = context
  const talks = new Map<string, Talk>()
  for (const answer of input.answers) {
    const talk = yield* buildTalk(answer, context)
    if (talk !== undefined) talks.set(answer.entryId, talk)
    yield
  }
  // A question is asked before the next; the page keeps that order.
  const asked = input.answers.toReversed().filter(({ entryId }) => talks.has(entryId))
  const isCited = ({ cited }: Passage) => cited.length > 0
  const passages: Passage[] = []
  for (const passage of input.passages) {
    if (!isKnown(passage.text.trim(), input)) passages.push(passage)
    yield
  }
  const cited = orderCited(passages.filter(isCited), asked)
  const placed = new Map<string, Passage>()
  for (const answer of asked) {
    const passage = cited.find((one) => cites(answer, one))
    if (passage !== undefined) placed.set(answer.entryId, passage)
    yield
  }
  const units: Unit[] = []
  for (const passage of cited) {
    const about = asked.filter(({ entryId }) => placed.get(entryId) === passage)
    const thread = about.flatMap((answer) => listThread(answer, asked, placed))
    units.push(yield* buildUnit(passage, thread, talks, context))
  }
  const inUnits = new Set(units.flatMap(({ talk }) => talk))
  const others = asked.flatMap(({ entryId }) => talks.get(entryId) ?? []).filter((talk) => !inUnits.has(talk))
  units.push(
    ...others.map((talk, at): Unit => ({ rank: others.length - at, source: null, passage: say(''), talk: [talk] })),
  )
  let posts = 0
  for (const passage of passages.filter((one) => !isCited(one))) {
    if (isPost(passage.source) && posts === postsMax) break
    const unit = yield* buildUnit(passage, [], talks, context)
    if (!isQuoted(unit)) continue
    units.push({ ...unit, rank: input.answers.length + units.length })
    posts += isPost(passage.source) ? 1 : 0
  }
  return units.filter(({ passage, talk }) => passage.text !== '' || talk.length > 0)
}

/** UTF-16 code units of what is looked for in the text that the page continues: a "No." stands in it by chance. */
const knownCharsMin = 40

/** Whether the text that the page continues says the whole of this already. */
const isKnown = (text: string, { precedingText = '' }: LoreInput): boolean =>
  text.length >= knownCharsMin && findOccurrences(text, precedingText).next().done === false

const cites = ({ references }: LoreAnswer, { source, cited }: Passage): boolean =>
  references.some(
    (one) =>
      one.kind === 'original' &&
      one.sourceId === source.sourceId &&
      one.revision === source.revision &&
      // Windows that begin at one place are in one passage.
      cited.some(({ start }) => start === one.start),
  )

/** Sources in the order in which questions first cite them, each source's passages in the order of its text. */
function orderCited(passages: readonly Passage[], asked: readonly LoreAnswer[]): Passage[] {
  const places = new Map(listCitedIds(asked).map((id, at) => [id, at]))
  const place = ({ source }: Passage) => places.get(source.sourceId) ?? places.size
  return passages.toSorted((a, b) => place(a) - place(b))
}

/** An answer, and those that cite it and no passage. */
function listThread(answer: LoreAnswer, asked: readonly LoreAnswer[], placed: Map<string, Passage>): LoreAnswer[] {
  const replies = asked.filter(
    (one) =>
      !placed.has(one.entryId) &&
      one.references.some((reference) => reference.kind === 'answer' && reference.entryId === answer.entryId),
  )
  for (const { entryId } of replies) placed.set(entryId, placed.get(answer.entryId) as Passage)
  return [answer, ...replies.flatMap((reply) => listThread(reply, asked, placed))]
}

function* buildUnit(
  passage: Passage,
  thread: readonly LoreAnswer[],
  talks: ReadonlyMap<string, Talk>,
  { input, rules, mark }: Context,
): TimeSliced<Unit> {
  yield
  const talk = thread.flatMap(({ entryId }) => talks.get(entryId) ?? [])
  const newest = Math.min(...thread.map((answer) => input.answers.indexOf(answer)), input.answers.length)
  const quoted = quotePassage(passage)
  const excluded = yield* findExcluded(quoted.text, rules)
  return { rank: newest, source: passage.source, passage: takeOut(quoted, excluded, mark), talk }
}

const quotePassage = ({ source, start, text }: Passage): Lore =>
  quote(text, { kind: 'original', id: source.sourceId, revision: source.revision, start })

/** A question with its whole answer; undefined where a boundary leaves out both, or nothing of the answer is left. */
function* buildTalk(answer: LoreAnswer, { input, rules, mark }: Context): TimeSliced<Talk | undefined> {
  const { entryId: id, revision, question, year } = answer
  if (isKnown(answer.answer, input) || findBoundedQuestion(answer, input.boundaries) !== undefined) return undefined
  const asks = yield* findReason(question, rules)
  if (asks?.because === 'boundary') return undefined
  const whole = quote(answer.answer, { kind: 'answer', id, revision, start: 0 })
  const said = takeOut(whole, yield* findExcluded(whole.text, rules), mark)
  if (said.text === omission) return undefined
  return { year, question: asks === undefined ? question.trim() : omission, answer: said }
}

/** Who the artist is: the shortest sentence of a source that says so, quoted; a fixed line where there is none. */
function* buildOpening({ input, rules, words }: Context): TimeSliced<Opening> {
  if ((input.precedingText ?? '') !== '') return { sentence: say(''), source: null }
  for (const passage of input.introductions) {
    if ((yield* findExcluded(passage.text, rules)).length === 0)
      return { sentence: quotePassage(passage), source: passage.source }
  }
  return { sentence: say(words.opening(input.artistName)), source: null }
}
