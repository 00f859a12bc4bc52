import fc from 'fast-check'

/** Which item of a kind is meant: the n-th from the newest, the newest of the other artist, or an unknown one. */
export type Pick = number | 'foreign' | 'unknown'
/** Which revision of an item. */
export type Which = 'current' | 'first' | 'wrong'
/** A text of the pool by its index, the text that is saved already, or one that is only white space. */
export type Words = number | 'same' | 'blank'

type Caller = 'claimant' | 'admin' | 'stranger' | 'other claimant' | 'no user' | 'anonymous'
type Called<Op extends string, More> = { op: Op; by: Caller; artist: 0 | 1 | 'missing' } & More
type Cite = {
  kind: 'source' | 'answer' | 'unknown'
  at: number
  which: Which
  window: 'fits' | 'shifted' | 'misquoted'
}

export type RequestStep =
  | Called<'start', { request: number; upper: boolean }>
  | Called<'restore', object>
  | Called<'offer', { session: Pick; ordinal: 'next' | 1 | 2 | 3; snapshot: Which; cite: Cite[]; question: number }>
  | Called<'answer', { entry: Pick; which: Which; words: Words | null }>
  | Called<'finish', { session: Pick }>
  | Called<'readResponse', { entry: Pick; which: Which | undefined }>
  | Called<'revise', { entry: Pick; which: Which; words: Words; ifMatch: Which | undefined; note: number | undefined }>
  | Called<'saveBoundary', { request: number; entry: Pick; words: number; scope: 'sitting' | 'until_retracted' }>
  | Called<'retract', { boundary: Pick; which: Which }>

/** Pages are walked to the end. */
type Walk = { limit: number; maxChars: number }
export type ListStep =
  | Called<'listResponses', Walk>
  | Called<'listVersions', { entry: Pick } & Walk>
  | Called<'readMemory', { sitting: number } & Walk>
  | Called<'listBoundaries', { sitting: number } & Walk>
  | Called<'listHistory', { kind: 'all' | 'answers' | 'corrections'; sitting: number | undefined } & Walk>

export type OperatorStep =
  | { op: 'importOffer'; artist: 0 | 1; id: number; question: number; offered: number }
  | { op: 'importResponse'; artist: 0 | 1; id: number; words: number; sitting: number | null; offered: number | null }
  | { op: 'importCorrection'; artist: 0 | 1; id: number; words: number; replaced: number | null }
  | { op: 'reviseSource'; artist: 0 | 1; at: number; prefix: number }
  | { op: 'withdrawSource'; artist: 0 | 1; at: number; citable: boolean }
  | { op: 'decideClaim'; artist: 0 | 1; state: 'approved' | 'revoked' }

export type Step = RequestStep | ListStep | OperatorStep

const drawMostly = <T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]) =>
  fc.oneof({ arbitrary: usual, weight: 20 }, ...others.map((arbitrary) => ({ arbitrary, weight: 1 })))
const is = fc.constant
const drawUpTo = (max: number) => fc.nat({ max })

const pick = drawMostly<Pick>(fc.oneof(is(0), is(0), drawUpTo(4)), is('foreign'), is('unknown'))
const which = drawMostly<Which>(is('current'), is('first'), is('wrong'))
const artist = drawMostly<0 | 1>(is(0), is(1))
const words = drawMostly<Words>(drawUpTo(6), is('same'), is('blank'))
const by = fc.oneof(
  { arbitrary: is<Caller>('claimant'), weight: 40 },
  { arbitrary: is<Caller>('admin'), weight: 12 },
  ...(['stranger', 'other claimant', 'no user', 'anonymous'] as const).map((caller) => ({
    arbitrary: is(caller),
    weight: 1,
  })),
)
const walk = {
  limit: fc.oneof(is(1), is(1), is(2), is(20)),
  maxChars: fc.oneof(is(1000), is(1001), is(20_000)),
}
const cite = fc.record<Cite>({
  kind: drawMostly<Cite['kind']>(fc.oneof(is('source'), is('source'), is('answer')), is('unknown')),
  at: drawUpTo(2),
  which: fc.oneof({ arbitrary: which, weight: 3 }, { arbitrary: is<Which>('first'), weight: 1 }),
  window: drawMostly<Cite['window']>(is('fits'), is('shifted'), is('misquoted')),
})

/** A step of the interface with any caller; `more` is the input of the operation. */
const called = (weight: number, op: (RequestStep | ListStep)['op'], more: Record<string, fc.Arbitrary<unknown>>) => {
  const step = { op: is(op), by, artist: drawMostly<0 | 1 | 'missing'>(artist, is('missing')), ...more }
  return { weight, arbitrary: fc.record(step) }
}

const operated = (weight: number, op: OperatorStep['op'], more: Record<string, fc.Arbitrary<unknown>>) => ({
  weight,
  arbitrary: fc.record({ op: is(op), artist, ...more }),
})

// The input of each operation is stated by `Step`; the generator's own types could only repeat it.
const weighted = [
  called(8, 'start', { request: drawUpTo(5), upper: fc.boolean() }),
  called(3, 'restore', {}),
  called(16, 'offer', {
    session: pick,
    snapshot: drawMostly<Which>(is('current'), is('wrong')),
    question: drawUpTo(2),
    ordinal: drawMostly<'next' | 1 | 2 | 3>(is('next'), is(1), is(2), is(3)),
    cite: fc.array(cite, { minLength: 1, maxLength: 3 }),
  }),
  called(16, 'answer', { entry: pick, which, words: drawMostly<Words | null>(words, is(null), is(null)) }),
  called(5, 'finish', { session: pick }),
  called(4, 'readResponse', { entry: pick, which: fc.option(which, { nil: undefined }) }),
  called(9, 'revise', {
    entry: pick,
    which,
    words,
    note: fc.option(drawUpTo(6), { nil: undefined }),
    ifMatch: drawMostly<Which | undefined>(is(undefined), which),
  }),
  called(7, 'saveBoundary', {
    request: drawUpTo(5),
    entry: pick,
    words: drawUpTo(6),
    scope: fc.constantFrom('sitting', 'until_retracted'),
  }),
  called(4, 'retract', { boundary: pick, which }),
  called(5, 'listResponses', walk),
  called(5, 'listVersions', { entry: pick, ...walk }),
  called(6, 'readMemory', { sitting: fc.integer({ min: -1, max: 2 }), ...walk }),
  called(5, 'listBoundaries', { sitting: fc.integer({ min: -1, max: 2 }), ...walk }),
  called(6, 'listHistory', {
    kind: fc.constantFrom('all', 'answers', 'corrections'),
    sitting: fc.option(fc.integer({ min: -1, max: 2 }), { nil: undefined }),
    ...walk,
  }),
  operated(2, 'importOffer', { id: drawUpTo(3), question: drawUpTo(2), offered: drawUpTo(2) }),
  operated(3, 'importResponse', {
    id: drawUpTo(4),
    words: drawUpTo(6),
    sitting: fc.option(fc.integer({ min: 1, max: 4 })),
    offered: fc.option(drawUpTo(2)),
  }),
  operated(3, 'importCorrection', { id: drawUpTo(2), words: drawUpTo(6), replaced: fc.option(drawUpTo(6)) }),
  operated(3, 'reviseSource', { at: drawUpTo(1), prefix: drawUpTo(3) }),
  operated(1, 'withdrawSource', { at: drawUpTo(1), citable: fc.boolean() }),
  operated(3, 'decideClaim', {
    state: drawMostly<'approved' | 'revoked'>(is('approved'), is('revoked'), is('revoked'), is('revoked')),
  }),
]

const anyStep = fc.oneof(...weighted) as fc.Arbitrary<Step>

/** By the claimant, on the first artist. */
export const owned = { by: 'claimant', artist: 0 } as const
const cited: Cite = { kind: 'source', at: 0, which: 'current', window: 'fits' }
/** The next question of the newest sitting, as it has to be. */
export const fitting = {
  session: 0,
  snapshot: 'current',
  question: 0,
  ordinal: 'next',
  cite: [cited],
} satisfies Partial<Extract<Step, { op: 'offer' }>>

/** Earlier texts, by the revisions under which they were read. */
const early: Cite = { ...cited, which: 'first' }

/** A sitting and the beginning of the next, so that the following steps find answers, versions and boundaries. */
const opening: Step[] = [
  { op: 'start', ...owned, request: 0, upper: false },
  { op: 'offer', ...owned, ...fitting },
  { op: 'answer', ...owned, entry: 0, which: 'current', words: 0 },
  { op: 'saveBoundary', ...owned, request: 0, entry: 0, words: 1, scope: 'until_retracted' },
  { op: 'offer', ...owned, ...fitting },
  { op: 'answer', ...owned, entry: 0, which: 'current', words: 2 },
  { op: 'revise', ...owned, entry: 0, which: 'current', words: 3, ifMatch: undefined, note: 1 },
  { op: 'finish', ...owned, session: 0 },
  { op: 'reviseSource', artist: 0, at: 0, prefix: 1 },
  { op: 'start', ...owned, request: 1, upper: false },
  { op: 'offer', ...owned, ...fitting, cite: [early, { ...early, kind: 'answer' }, early] },
  { op: 'answer', ...owned, entry: 0, which: 'current', words: 5 },
  { op: 'saveBoundary', ...owned, request: 1, entry: 0, words: 4, scope: 'sitting' },
]

/** More open legacy offers than a list holds, the younger ones first; the older of two corrections was changed. */
const earlierDays: Step[] = [
  ...[2, 1, 1, 0].map((offered, id) => ({ op: 'importOffer', artist: 0, id, question: 0, offered }) as const),
  ...[0, 1, 0].map((id, words) => ({ op: 'importCorrection', artist: 0, id, words, replaced: null }) as const),
]

/** At most `stepsMax` random steps after one of the openings. */
export const anySequence = (stepsMax: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.constantFrom([], opening, opening.slice(0, 6), earlierDays, [...opening, ...earlierDays]),
      fc.noBias(fc.array(anyStep, { minLength: 1, maxLength: stepsMax, size: 'max' })),
    )
    .map(([opening, steps]) => [...opening, ...steps])
