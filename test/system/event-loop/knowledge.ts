import type { Loose } from '../../support/test-context.ts'
import type { LargeArtist } from './artist.ts'
import type { Measure } from './probe.ts'
import { buildSentence } from './texts.ts'

const searches = {
  'a word of every sentence': 'organ',
  'many common words': buildSentence(7),
  'a misspelt word': 'lihgthouse keeprs',
  'twenty-four words': `${buildSentence(1)} ${buildSentence(20)}`.slice(0, 500),
  'no spaces': '風琴の音は水の中'.repeat(10),
  'half of every word': Array.from({ length: 60 }, (_, at) => `w${at.toString(36)}x`).join(' '),
}

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Loose>

/** The reads of the artist's texts, with the largest pages and the worst queries. */
export async function readKnowledge(
  call: Call,
  { artistId, large, before }: LargeArtist,
  measure: Measure,
): Promise<void> {
  const artist = `/api/artist/${artistId}`
  await measure('listMyArtists', 'the largest page', () => call('GET', '/api/artists?limit=100'))
  await measure('readArtistBrief', '', () => call('GET', `${artist}/knowledge/brief`))
  await measure('readArtistLore', '', () => call('GET', `${artist}/knowledge/lore`))
  await measure('listArtistLoreVersions', '', () => call('GET', `${artist}/knowledge/lore/versions?limit=50`))
  await measure('listCorrections', 'the largest page', () => call('GET', `${artist}/knowledge/corrections?limit=20`))
  await measure('listArtistSources', 'the largest page', () => call('GET', `${artist}/knowledge/sources?limit=50`))
  for (const [title, query] of Object.entries(searches)) {
    const path = `${artist}/knowledge/search?query=${encodeURIComponent(query)}&limit=10&maxChars=12000`
    await measure('searchArtistEvidence', title, () => call('GET', path))
  }
  await measure('searchArtistEvidence', 'eight at once', () =>
    Promise.all(Array.from({ length: 8 }, () => call('GET', `${artist}/knowledge/search?query=organ%20bell&limit=10`))),
  )
  for (const [at, { id, text }] of large.entries()) {
    const source = `vault:${id}`
    const start = Math.floor(text.length / 2)
    await measure('readArtistSource', `text ${at + 1}`, () =>
      call('GET', `${artist}/knowledge/sources/${source}?start=${start}&maxChars=20000`),
    )
    await measure('readResearchEvidence', `text ${at + 1}`, () =>
      call('GET', `${artist}/research/evidence/${encodeURIComponent(source)}?start=${start}&maxChars=12000`),
    )
    const revision = before.get(source)
    const cited = `cited=${encodeURIComponent(source)}&revision=${revision}&start=${start}&end=${start + 1_600}`
    await measure('relocateReference', `text ${at + 1}`, () =>
      call('GET', `${artist}/research/references/relocate?${cited}`),
    )
  }
}
