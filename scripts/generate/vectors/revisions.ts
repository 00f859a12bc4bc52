import { toCanonicalJson } from '#src/text/canonical.ts'
import * as revisions from '#src/text/revisions.ts'

const buildId = (number: number) => `0197a3c0-5d1e-7c44-9b10-2f60c1a7e0${number.toString(16).padStart(2, '0')}`
const artistId = buildId(1)
const sourceId = `vault:${buildId(3)}`

const text = 'Varga said: \u201cThe bell is on the record\u201d.\r\n'
const source = { artistId, sourceId, text }
const quoted = { start: 12, end: 39 }
const reference = {
  kind: 'original' as const,
  sourceId,
  revision: revisions.computeSourceRevision(source),
  ...quoted,
  quote: text.slice(quoted.start, quoted.end),
}
const question = {
  artistId,
  entryId: buildId(2),
  questionKey: 's2-q1',
  question: 'Where did you put the bell?',
  sitting: 2,
  source: 'interview' as const,
  references: [reference],
}
const offered = { ...question, state: 'offered' as const, answer: null, previous: null }
const offer = revisions.computeEntryRevision(offered)
const buildAnsweredEntry = (answer: string, previous: string | null = offer) => ({
  ...question,
  state: 'answered' as const,
  answer,
  previous,
})
const boundary = {
  artistId,
  boundaryId: buildId(4),
  wording: 'Nothing about my brother, please.',
  scope: 'until_retracted' as const,
  sitting: 2,
  questionKey: 's2-q2',
  question: 'Who else in your family plays?',
}
const correction = {
  artistId,
  correctionId: buildId(5),
  claim: 'Varga studied in Vienna.',
  correction: null,
  correctionKind: 'factual',
  previous: null,
}
const candidate = {
  artistId,
  candidateId: buildId(6),
  url: 'https://example.org/reviews?id=7',
  title: null,
  destination: 'lore' as const,
  identity: 'unresolved' as const,
  curation: 'pending' as const,
  reason: 'Names the record.',
  previous: null,
}
const answer = 'Very low. You feel it more than you hear it \u{1f514}'
const sentence = { start: 10, end: answer.length }
const lore = {
  artistId,
  text: answer.slice(sentence.start, sentence.end),
  previous: null,
  citations: [
    {
      start: 0,
      end: sentence.end - sentence.start,
      kind: 'answer' as const,
      id: buildId(2),
      revision: revisions.computeEntryRevision(buildAnsweredEntry(answer)),
      quoteStart: sentence.start,
      quoteEnd: sentence.end,
    },
  ],
}
const memory = {
  artistId,
  sitting: 2,
  latestAnswer: { entryId: buildId(2), revision: revisions.computeEntryRevision(buildAnsweredEntry(answer)) },
  corrections: [buildId(9), buildId(5)].map((correctionId) => ({ correctionId, revision: offer })),
  boundaries: [{ boundaryId: buildId(4), revision: revisions.computeBoundaryRevision(boundary) }],
}

const buildVector = (name: string, kind: string, content: object, revision: string) => {
  const object = { kind, ...content }
  return { name, object, canonical: toCanonicalJson(object), revision }
}
const buildEntryVector = (name: string, content: Parameters<typeof revisions.computeEntryRevision>[0]) =>
  buildVector(name, 'entry', content, revisions.computeEntryRevision(content))
const buildSourceVector = (name: string, content: string) =>
  buildVector(
    name,
    'source',
    { ...source, text: content },
    revisions.computeSourceRevision({ ...source, text: content }),
  )

/** At least one of every kind; `memory` has its lists in the hashed order. */
export const buildRevisionVectors = () => [
  buildSourceVector('source', text),
  buildSourceVector('source: LF instead of CR LF is another', text.replace('\r\n', '\n')),
  buildSourceVector('source: composed', 'caf\u00e9'),
  buildSourceVector('source: decomposed is another', 'cafe\u0301'),
  buildSourceVector('source: noncharacters and a byte order mark', '\ufeff\ufffe\uffff\u{10ffff}'),
  buildEntryVector('entry: an offer', offered),
  buildEntryVector('entry: an answer', buildAnsweredEntry(answer)),
  buildEntryVector('entry: an answer with escapes', buildAnsweredEntry('"\\"\b\u007f\u2028')),
  buildEntryVector('entry: a skip', { ...question, state: 'skipped', answer: null, previous: offer }),
  buildEntryVector('entry: one that was imported, outside any sitting', {
    ...buildAnsweredEntry('A bell.', null),
    sitting: null,
    source: 'import',
    references: [],
  }),
  buildVector('boundary', 'boundary', boundary, revisions.computeBoundaryRevision(boundary)),
  buildVector('correction', 'correction', correction, revisions.computeCorrectionRevision(correction)),
  buildVector('candidate', 'candidate', candidate, revisions.computeCandidateRevision(candidate)),
  buildVector('lore', 'lore', lore, revisions.computeLoreRevision(lore)),
  buildVector(
    'memory: a snapshotId',
    'memory',
    { ...memory, corrections: memory.corrections.toReversed() },
    revisions.computeMemoryRevision(memory),
  ),
]

/** From A to B to A: three versions, three revisions. */
export function buildAnswerChain() {
  const versions: { object: object; revision: string }[] = [{ object: { kind: 'entry', ...offered }, revision: offer }]
  for (const words of ['A', 'B', 'A']) {
    const version = buildAnsweredEntry(words, versions.at(-1)?.revision ?? null)
    versions.push({ object: { kind: 'entry', ...version }, revision: revisions.computeEntryRevision(version) })
  }
  return versions
}

const changes = [
  ['artist.added', `artist:${artistId}`, null, null, { name: 'Ilse Varga', bio: null }],
  ['question.offered', `entry:${buildId(2)}`, offer, 'ilse', { sessionId: buildId(7), ordinal: 1 }],
  [
    'answer.saved',
    `entry:${buildId(2)}`,
    revisions.computeEntryRevision(buildAnsweredEntry(answer)),
    'ilse',
    { number: 1 },
  ],
  ['claim.revoked', 'claim:zo\u00eb', null, null, { state: 'revoked' }],
] as const

export type Link = { object: { seq: number; previous: string | null } & Record<string, unknown>; hash: string }

/** A valid trail, and trails with their first invalid link; null where only a saved head could show it. */
export function buildTrails() {
  const links: Link[] = []
  for (const [action, subject, revision, actor, details] of changes) {
    const at = `2026-03-01T09:30:0${links.length}.000Z`
    const event = { artistId, seq: links.length + 1, action, subject, revision, actor, at, details }
    const previous = links.at(-1)?.hash ?? null
    const hash = revisions.computeAuditHash({ ...event, previous })
    links.push({ object: { kind: 'audit', ...event, previous }, hash })
  }
  const changeLink = (at: number, change: object) =>
    links.map((link, index) => (index === at ? { ...link, object: { ...link.object, ...change } } : link))
  return [
    { name: 'whole', links, firstUnfit: null },
    { name: 'an actor changed', links: changeLink(1, { actor: 'mallory' }), firstUnfit: 2 },
    { name: 'a detail changed', links: changeLink(3, { details: { state: 'approved' } }), firstUnfit: 4 },
    {
      name: 'an instant changed by a millisecond',
      links: changeLink(2, { at: '2026-03-01T09:30:02.001Z' }),
      firstUnfit: 3,
    },
    { name: 'an event taken out', links: links.toSpliced(1, 1), firstUnfit: 3 },
    { name: 'two events exchanged', links: [links[0], links[2], links[1], links[3]], firstUnfit: 3 },
    {
      name: 'the last event cut off: valid, and only a saved head shows it',
      links: links.slice(0, -1),
      firstUnfit: null,
    },
  ]
}
