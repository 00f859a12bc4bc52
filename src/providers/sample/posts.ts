import { sample } from '#src/developer-machine.ts'
import type { FoundPost, Profile, SocialProvider } from '../social/index.ts'

const profile: Profile = { platform: 'instagram', handle: 'maraquill' }

/** Milliseconds that a sample run takes, so that there is something to wait for. */
const runMs = 1_500

/** Posts of the fictional artist, for a machine where nobody real is asked. Every other artist has none. */
export const samplePosts: SocialProvider = {
  name: 'sample',
  platforms: ['instagram', 'tiktok', 'x'],
  known: (artistId) => (artistId === sample.artistId ? [profile] : []),
  start: async ({ handle }) => ({ runId: `sample-${Date.now()}`, datasetId: handle }),
  poll: async ({ runId }) => (Date.now() - Number(runId.slice('sample-'.length)) < runMs ? 'running' : 'succeeded'),
  collect: async ({ datasetId }, _profile, { offset, limit }) => {
    const own = datasetId === profile.handle ? posts : []
    return { posts: own.slice(offset, offset + limit), more: offset + limit < own.length }
  },
}

const post = (postId: string, publishedAt: string, caption: string, subtitles?: string): FoundPost => ({
  platform: profile.platform,
  postId,
  url: `https://instagram.example/p/${postId}`,
  publishedAt,
  caption,
  captionTruncated: false,
  tracks: subtitles === undefined ? [] : [{ language: 'en', form: 'webvtt', text: subtitles }],
})

const posts: readonly FoundPost[] = [
  post(
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
  post(
    'SLT-organ',
    '2026-02-21T09:05:00.000Z',
    'I promised that the organ would stay at home this time. It lasted six weeks. It has one note on the whole record, and it ' +
      'has been rehearsing since Tuesday.',
  ),
  post(
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
