import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Catalog, FoundProfile, FoundRelease, ProfileProvider } from './catalog.ts'
import type { PageReader } from './pages/index.ts'
import type { FoundPost, SocialProfile, SocialProvider } from './social/index.ts'
import type { FoundPage, WebSearch } from './web-search.ts'

const profile: SocialProfile = { platform: 'instagram', handle: 'maraquill' }

/** Milliseconds that a sample run takes, so that there is something to wait for. */
const runMs = 1_500

/** Posts of the fictional artist, for a machine without external providers. Every other artist has none. */
export const createSamplePosts: SocialProvider = {
  name: 'sample',
  platforms: ['instagram', 'tiktok', 'x'],
  listKnown: (artistId) => (artistId === sampleIdentities.artistId ? [profile] : []),
  start: async ({ handle }) => ({ runId: `sample-${Date.now()}`, datasetId: handle }),
  poll: async ({ runId }) => (Date.now() - Number(runId.slice('sample-'.length)) < runMs ? 'running' : 'succeeded'),
  collect: async ({ datasetId }, _profile, { offset, limit }) => {
    const page = datasetId === profile.handle ? posts : []
    return { posts: page.slice(offset, offset + limit), more: offset + limit < page.length }
  },
}

const createPost = (postId: string, publishedAt: string, caption: string, subtitles?: string): FoundPost => ({
  platform: profile.platform,
  postId,
  url: `https://instagram.example/p/${postId}`,
  publishedAt,
  caption,
  captionTruncated: false,
  tracks: subtitles === undefined ? [] : [{ language: 'en', form: 'webvtt', text: subtitles }],
})

const posts: readonly FoundPost[] = [
  createPost(
    'SLT-stairs',
    '2026-02-03T18:20:00.000Z',
    'Two floors below the microphones stand five people with brass instruments who cannot hear us. They come in late by exactly ' +
      'the height of the house, and I have fallen in love with the lateness. #saltledger',
    `WEBVTT

00:00.400 --> 00:03.900
This is the landing. The trombones are down there,

00:03.900 --> 00:07.200
behind the second door, and they are guessing.

00:07.600 --> 00:11.000
I asked them to play it the way you remember a song
when you are already on the ferry.
`,
  ),
  createPost(
    'SLT-organ',
    '2026-02-21T09:05:00.000Z',
    'I promised that the organ would stay at home this time. It lasted six weeks. It has one note on the whole record, and it ' +
      'has been rehearsing since Tuesday.',
  ),
  createPost(
    'SLT-choir',
    '2026-04-15T20:40:00.000Z',
    'Nineteen women from the cannery, one afternoon, nothing written down. On the take we keep you can hear them learning the ' +
      'answers. Thank you for the smoked fish as well.',
    `WEBVTT

00:00.000 --> 00:04.500
<v Mara>I sing the question once, and then I wait.</v>

00:04.500 --> 00:09.000
If nobody answers, it was the wrong question.
`,
  ),
]

/** Pages of the fictional artist, one of them another person's. No other artist has any. */
export const createSampleProfiles: ProfileProvider = {
  name: 'sample',
  rateLimit: null,
  find: async ({ artistId }) => ({ found: artistId === sampleIdentities.artistId ? [...profiles] : [] }),
}

const profiles: readonly FoundProfile[] = [
  { url: 'https://instagram.example/maraquill', displayName: 'Mara Quill' },
  { url: 'https://brack-records.example/artists/mara-quill', displayName: 'Mara Quill' },
  { url: 'https://quill-pens.example/mara', displayName: 'Mara Quill, fine nibs' },
]

/** Releases of the fictional artist, for a machine without external providers. Every other artist has none. */
export const createSampleReleases: Catalog = {
  name: 'sample',
  rateLimit: null,
  findLinked: () => undefined,
  find: async ({ artistId, name }) => (artistId === sampleIdentities.artistId ? { catalogArtistId: name } : 'none'),
  list: async () => ({ releases: [...releases], listed: releases.length, total: releases.length }),
}

const release = (releaseId: string, title: string, type: string, releasedOn: string): FoundRelease => ({
  releaseId,
  title,
  type,
  releasedOn,
  url: `https://brack-records.example/releases/${releaseId}`,
})

/** As the texts of the samples mention them. */
const releases: readonly FoundRelease[] = [
  release('rope-and-lantern', 'Rope and Lantern', 'Album', '2013'),
  release('slack-water', 'Slack Water', 'EP', '2016'),
  release('low-water', 'Low Water', 'Album', '2022'),
  release('salt-ledger', 'Salt Ledger', 'Album', '2026-09-18'),
]

/** A page that is not on the web: about the fictional artist, for a machine without external providers. */
type SamplePage = FoundPage & { title: string; publishedAt: string | null; text: string }

/** Finds the pages below by the words of a query; a query for any other artist finds none. */
export const createSampleSearch: WebSearch = {
  name: 'sample',
  isPaid: false,
  rateLimit: null,
  search: async (query, pagesMax) => {
    const results = /mara quill/i.test(query) ? pages : []
    return { pages: results.slice(0, pagesMax).map(({ url, title, snippet }) => ({ url, title, snippet })) }
  },
}

/** Reads the pages below; every other one is left to a real reader. */
export const withSamplePages = (web: PageReader): PageReader => ({
  read: async (url, signal) => {
    const page = pages.find((one) => one.url === url)
    if (page === undefined || page.text === '') return await web.read(url, signal)
    const { title, publishedAt, text } = page
    return { state: 'ready', title, publishedAt, text, truncated: false, httpStatus: 200 }
  },
})

const pages: readonly SamplePage[] = [
  {
    url: 'https://slipway-review.example/2026/answers-learned-by-ear',
    title: 'Answers learned by ear: the choir on “Salt Ledger”',
    snippet: 'Mara Quill recorded nineteen women of the cannery in one afternoon.',
    publishedAt: '2026-06-02',
    text: `Answers learned by ear: the choir on “Salt Ledger”

There are no choir parts on paper. When Mara Quill brought nineteen women of the Orrin cannery into the net loft in April, she had a question to sing and nothing for them to read. She sang it once and waited.

“You can hear them look at one another,” says Ditte Rane, who has packed herring there for thirty years and stands in the back row on the record. “Then somebody answers, and it was the wrong answer, and that is the one she kept.”

Quill says that she had tried it first with singers who could read. It was clean, and it sounded like a form filled in. The loft has a tin roof; on the second verse the rain comes in and stays until the end of the song.
`,
  },
  {
    url: 'https://keys-and-bellows.example/workshop/quill-harmonium',
    title: 'In the workshop: a harmonium with two dead reeds',
    snippet: 'A repairer on the instrument that Mara Quill learned on.',
    publishedAt: '2024-11',
    text: `In the workshop: a harmonium with two dead reeds

It came in a fish crate, packed in wool. Mara Quill, who learned on it, asked for one thing only: that the two reeds which had been silent since before she was born should stay silent.

A repairer is not used to that. I cleaned the bellows cloth, turned the felt, and left the low E flat and the A above it as they were. She played around the gaps without looking, as you step over a stair that has always been missing.

The case is spruce. On the inside of the lid somebody has counted something in pencil, in fives, up to two hundred and ten. Quill would not say what it was, only that it was not songs.
`,
  },
  {
    url: 'https://ferry-notes.example/passengers-of-the-year',
    title: 'Passengers of the year',
    snippet: 'Seven people who crossed more often than the crew, Mara Quill among them.',
    publishedAt: '2023-12-30',
    text: `Passengers of the year

The purser keeps a list of those who cross more often than the crew. This year there are seven names, and one of them belongs to a musician: Mara Quill made the crossing one hundred and four times while she wrote, mostly on the last boat, mostly on deck.

“She does not write,” the purser says. “She counts the lamps on the breakwater. If there are more than on the way out, she goes below and sings something into her telephone.”
`,
  },
  {
    // Never fetched: a site whose pages cannot be read is proposed as a link.
    url: 'https://www.instagram.com/mara.quill.orrin.harbour',
    title: 'Mara Quill, harbour recordings',
    snippet: null,
    publishedAt: null,
    text: '',
  },
]
