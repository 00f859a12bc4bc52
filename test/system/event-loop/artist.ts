import { storedCharsMax } from '#src/evidence/sources/truncate-text.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { importLines } from '../../support/records.ts'
import type { TestEnvironment } from '../environment.ts'
import { type Actors, createOwnedArtist } from '../service.ts'

export type Size = { textChars: number; answers: number; boundaries: number; smallSources: number }

/** Finished sittings of the artist. */
export const sittings = 100

/** An artist with as much of everything as the contract and the limits allow. */
export async function importLargeArtist(environment: TestEnvironment, size: Size) {
  const artistId = await createOwnedArtist(environment)
  const large = shapes.map((shape) => ({ id: environment.newId(), text: shape(size.textChars) }))
  // The longest that is indexed when it is approved, of the shape that takes longest.
  const discovery = { id: environment.newId(), text: shapes[2]?.(storedCharsMax) ?? '' }
  const sources = [
    ...large.map(({ id, text }) => ({ id, title: 'A long text', text })),
    ...Array.from({ length: size.smallSources }, (_, at) => ({
      id: environment.newId(),
      title: 'x '.repeat(1_000),
      text: buildSentence(at).repeat(100),
    })),
  ]
  await importLines(environment.db, [
    ...sources.map((source, at) => ({ ...buildVaultSource(artistId, at), ...source })),
    { type: 'discovery', artist: artistId, ...discovery, ...pending },
    ...Array.from({ length: size.answers }, (_, at) =>
      buildResponse(environment.newId(), artistId, at, size.answers / sittings),
    ),
    ...Array.from({ length: 50 }, (_, at) => buildCorrection(environment.newId(), artistId, at)),
  ])
  const before = await listVersions(environment, artistId)
  // Reworded in one place: a quotation from the old text has to be searched for in all of the new one.
  const changed = large.map(({ id, text }) => ({
    ...buildVaultSource(artistId, 0),
    id,
    title: 'A long text',
    text: reword(text),
  }))
  await importLines(environment.db, changed)
  return { artistId, sources: sources.map(({ id }) => `vault:${id}`), large, before, discoveryId: discovery.id }
}

export type LargeArtist = Awaited<ReturnType<typeof importLargeArtist>>

const reword = (text: string) =>
  text.replaceAll('Organ', 'Organs').replaceAll('の', 'と').replaceAll('recorded', 'taped').slice(0, text.length)

const pending = {
  url: 'https://example.org/candidate',
  title: 'A candidate',
  curation: 'pending',
  identity: 'confirmed',
}

const buildVaultSource = (artist: string, at: number) => ({
  type: 'source',
  artist,
  kind: 'vault',
  approved: true,
  url: `https://example.org/source/${at}`,
})

/** Alternately answers of the shortest possible sentences, and of short sentences that are all different. */
const buildResponse = (id: string, artist: string, at: number, answersEach: number) => ({
  type: 'response',
  id,
  artist,
  question: `What of the organ, number ${at}?`,
  source: 'import',
  sitting: 1 + Math.floor(at / answersEach),
  offeredAt: '2024-03-01T10:00:00.000Z',
  answer: at % 2 === 0 ? 'I sang. '.repeat(250).trim() : buildAnswer(at),
})

const buildAnswer = (at: number) =>
  Array.from({ length: 40 }, (_, line) => {
    const word = (place: number) => buildWord(at * 240 + line * 4 + place)
    return `I ${word(0)} my ${word(1)} ${word(2)} ${word(3)}.`
  }).join(' ')

const syllables = 'ba co di fu ga he ki lo mu na po ra se ti vu wo'.split(' ')
const buildWord = (at: number) =>
  [at & 15, (at >> 4) & 15, (at >> 8) & 15, (at >> 12) & 15, 3].map((part) => syllables[part]).join('')

const buildCorrection = (id: string, artist: string, at: number) => ({
  type: 'correction',
  id,
  artist,
  kind: 'fact',
  claim: `${buildSentence(at)} `.repeat(30).trim(),
  correction: `${buildSentence(at + 1)} `.repeat(30).trim(),
})

async function listVersions({ db }: TestEnvironment, artistId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sources')
    .select(['source_id', 'revision'])
    .where('artist_id', '=', artistId)
    .execute()
  return new Map(rows.flatMap(({ source_id, revision }) => (revision === null ? [] : [[source_id, revision]])))
}

/** Saves boundaries of the longest wording, as many as a claimant may; each belongs to an open question. */
export async function saveBoundaries({ call }: Actors, artistId: string, questionKey: string, count: number) {
  for (let at = 0; at < count; at += 1) {
    const wording = `Nothing about ${buildSentence(at)} `.repeat(40).slice(0, 4_000).trim()
    const requestId = `0198f3b0-0000-7000-8000-${String(at).padStart(12, '0')}`
    const path = `/api/artist/${artistId}/interview/boundaries`
    const { status, body } = await call('owner', 'POST', path, {
      requestId,
      questionKey,
      wording,
      scope: 'until_retracted',
    })
    if (status !== 200) throw new Error(`A boundary was answered ${status}: ${JSON.stringify(body)}`)
  }
}

/** Removes a source from the index, as a change of the index's rules does: searches add it again step by step. */
export async function removeFromIndex({ db }: Pick<Actors, 'db'>, artistId: string, sourceId: string): Promise<void> {
  await db
    .updateTable('search_documents')
    .set({ index_version: 0 })
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .execute()
}

/** Posts whose subtitles, two megabytes each, the next slices will read. */
export async function addSubtitledPosts(
  { db }: Pick<Actors, 'db'>,
  artistId: string,
  newId: () => string,
): Promise<void> {
  for (const [at, text] of buildSubtitles(2_000_000).entries()) {
    const id = newId()
    await db
      .insertInto('social_posts')
      .values({
        artist_id: artistId,
        id,
        platform: 'instagram',
        post_id: id,
        caption: '',
        provider: 'test',
        url: `https://instagram.example/p/${at}`,
        tracks: JSON.stringify([{ text }]),
      })
      .execute()
  }
  await enqueueJob(db, { artistId, id: newId(), kind: 'caption_extract' })
}

/** Texts of the most expensive shapes: code units, words and sentences are as many as a text of the length can have. */
const shapes: readonly ((chars: number) => string)[] = [
  // A word of every sentence, in the shortest sentences.
  (chars) => 'Organ. '.repeat(chars / 7),
  // Words that occur once.
  (chars) => buildParts(chars, (at) => `w${at.toString(36)}x `),
  // No spaces and no sentences.
  (chars) => '風琴の音は水の中'.repeat(chars / 8),
  // A typical interview.
  (chars) => buildParts(chars, (at) => `${buildSentence(at)} `),
  (chars) => buildParts(chars, (at) => `${buildSentence(at)}${at % 7 === 0 ? '\n\n' : ' '}`),
]

/** Subtitle files of the most expensive shapes, WebVTT and SRT. */
function buildSubtitles(chars: number): string[] {
  const formatCues = (lines: string, at = '00:00:01.000 --> 00:00:09.000') => {
    const cue = `${at}\n${lines}\n\n`
    return cue.repeat(chars / cue.length)
  }
  return [
    `WEBVTT\n\n${formatCues('a')}`,
    `WEBVTT\n\n${formatCues('<b></b>')}`,
    `WEBVTT\n\n00:00.000 --> 00:09.000\n${'<b></b>\n'.repeat(chars / 8)}`,
    formatCues('a', '00:00:01,000 --> 00:00:09,000'),
    formatCues(buildSentence(7), '00:00:01,000 --> 00:00:09,000'),
  ]
}

const vocabulary =
  'organ stop bell kitchen chapel tide record harbour lighthouse song sister tour winter studio voice string guitar piano letter ferry'.split(
    ' ',
  )

/** A different sentence for every number, about few things. */
export function buildSentence(at: number): string {
  const word = (step: number) => vocabulary[(at * step + (at >> 3)) % vocabulary.length]
  return `The ${word(3)} of the ${word(7)} was recorded beside the ${word(11)} number ${at}, and I sang of the ${word(13)}.`
}

function buildParts(chars: number, part: (at: number) => string): string {
  const parts: string[] = []
  for (let at = 0, length = 0; length < chars; at += 1) {
    const next = part(at)
    parts.push(next)
    length += next.length
  }
  return parts.join('').slice(0, chars).trimEnd()
}
