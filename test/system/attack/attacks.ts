import { loadConfig } from '#src/config.ts'
import type { Method } from '../../support/test-context.ts'
import { queryWords } from './target.ts'

/** A body is sent as JSON, `json` as it stands. */
type AttackRequest = { method: Method; path: string; body?: unknown; json?: string }

/** The requests of one attacker. */
export type Attack = {
  name: string
  /** Alternately one of these. */
  requests: readonly AttackRequest[]
  /** By default a good one. */
  credential?: 'bad' | 'none'
  /** Requests a second, and the maximum in flight. A delayed one is not sent later. */
  perSecond: number
  connections: number
  /** Milliseconds after which the attacker disconnects. */
  hangUpMs?: number
  /** So many addresses with a connection each: no address exceeds its own limit. */
  addresses?: number
  /** Connections in place of requests: they send nothing, or a byte at a time. */
  openConnections?: number
  sends?: 'nothing' | 'a byte at a time'
  /** How the service sheds it, by default by refusal; cheap requests are served. */
  shedBy?: 'refusal' | 'closing' | 'nothing'
  /** How many of the requests may be served in a second. */
  servedPerSecondMax?: number
}

/** The address and headers: each attacker is another user at another address, with unused limits. */
export type Origin = { localAddress: string; headers: Readonly<Record<string, string>> }

const { limits } = loadConfig({})

/** The maximal characters of a document. */
const documentMax = 20_000
const shortSentences = 'It is so. '.repeat(documentMax / 10)

/**
 * What the attackers have: artists of their own, the query that relocates words of the first one, and the id of an
 * artist without a claim.
 */
export type AttackTarget = { artistIds: readonly string[]; relocation: string; other: string }

/** An attack without its target yet; `isOnEvidence`: it needs the large texts, which take minutes to index. */
type AttackPlan = Omit<Attack, 'requests'> & {
  isOnEvidence?: true
  buildRequests: (target: AttackTarget) => readonly AttackRequest[]
}

const buildArtistPath = ({ artistIds: [id = ''] }: AttackTarget) => `/api/artist/${id}`
const buildChatPath = (id = '') => `/api/onboarding/${id}/chat`
const buildSessionRead = (target: AttackTarget): AttackRequest[] => [
  { method: 'GET', path: `${buildArtistPath(target)}/interview/session` },
]
const draft = { type: 'about_choice', mode: 'generate', doc: shortSentences, sources: [] }
const page = { type: 'publish', doc: shortSentences, about: 'A bio.', sources: [], expectedBio: null }
const buildSearch = (word: string) =>
  new URLSearchParams({ query: `${word} on the ${word}`, maxChars: '12000', limit: '10' })
const revise = { expectedRevision: 'a'.repeat(64), answer: 'Not mine.' }
const documents = ['/docs', '/openapi.json', '/docs/static/swagger-ui-bundle.js']

export const attackPlans: readonly AttackPlan[] = [
  {
    name: 'asks for drafts and hangs up',
    buildRequests: ({ artistIds: [id] }) => [{ method: 'POST', path: buildChatPath(id), body: draft }],
    perSecond: 500,
    connections: 150,
    hangUpMs: 300,
  },
  {
    name: 'publishes very short sentences',
    buildRequests: ({ artistIds }) => artistIds.map((id) => ({ method: 'POST', path: buildChatPath(id), body: page })),
    perSecond: 50,
    connections: 100,
  },
  {
    name: 'searches its own evidence',
    isOnEvidence: true,
    buildRequests: (target) =>
      queryWords.map((word) => ({
        method: 'GET',
        path: `${buildArtistPath(target)}/knowledge/search?${buildSearch(word)}`,
      })),
    perSecond: 200,
    connections: 100,
  },
  {
    name: 'relocates in a long text',
    isOnEvidence: true,
    buildRequests: (target) => [
      { method: 'GET', path: `${buildArtistPath(target)}/research/references/relocate?${target.relocation}` },
    ],
    perSecond: 100,
    connections: 100,
  },
  {
    name: 'reads what is cheap',
    buildRequests: buildSessionRead,
    perSecond: 1_000,
    connections: 100,
  },
  {
    name: 'sends bad tokens',
    buildRequests: buildSessionRead,
    credential: 'bad',
    perSecond: 1_000,
    connections: 100,
  },
  {
    name: "writes to a stranger's artist over 600 sockets",
    buildRequests: ({ other, artistIds: [id] }) => [
      { method: 'PATCH', path: `/api/artist/${other}/interview/responses/${id}`, body: revise },
    ],
    perSecond: 1_000,
    connections: 600,
  },
  {
    name: 'sends nested JSON of the full length',
    buildRequests: ({ other, artistIds: [id] }) => [
      { method: 'POST', path: `/api/artist/${other}/interview/session/${id}/offer`, json: '['.repeat(131_072) },
      { method: 'POST', path: buildChatPath(other), json: `[${'{},'.repeat(87_380)}0]` },
    ],
    perSecond: 1_000,
    connections: 8,
  },
  {
    name: 'holds 10,400 connections',
    buildRequests: () => [],
    credential: 'none',
    perSecond: 2_000,
    connections: 0,
    openConnections: 10_400,
    sends: 'nothing',
    shedBy: 'closing',
  },
  {
    name: 'asks whether the service is ready',
    buildRequests: () => [{ method: 'GET', path: '/ready' }],
    credential: 'none',
    perSecond: 500,
    connections: 100,
    shedBy: 'nothing',
  },
  {
    name: 'reads the documents',
    buildRequests: () => documents.map((path) => ({ method: 'GET', path })),
    credential: 'none',
    perSecond: 200,
    connections: 100,
  },
  {
    name: 'advances research from ten pages',
    buildRequests: () => [{ method: 'POST', path: '/api/research/advance' }],
    credential: 'none',
    perSecond: 200,
    connections: 10,
    shedBy: 'nothing',
  },
  {
    name: 'floods advance without a credential from 320 addresses',
    buildRequests: () => [{ method: 'POST', path: '/api/research/advance' }],
    credential: 'none',
    perSecond: 500,
    connections: 320,
    addresses: 320,
    servedPerSecondMax: limits.anonymousPerSecondMax,
  },
  {
    name: 'sends a thousand requests a byte at a time',
    buildRequests: () => [],
    credential: 'none',
    perSecond: 2_000,
    connections: 0,
    openConnections: 1_000,
    sends: 'a byte at a time',
    shedBy: 'closing',
  },
]
