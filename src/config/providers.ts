import type { Reader } from './read.ts'

/**
 * Who is asked outside. Nothing is required: a kind of research whose provider is not set says so and ends, and on a developer's machine
 * sample providers stand in. The addresses can be changed to reach a mirror or a proxy, which may be a private address: the operator
 * chose it.
 */
export function readProviders(read: Reader) {
  return {
    social: {
      /** Secret. Without it no posts are collected. */
      apifyToken: read.text('APIFY_TOKEN'),
      apifyUrl: read.url('APIFY_URL', ['https:', 'http:']) ?? 'https://api.apify.com',
      /** The actors by name or id. Another one must take and give what the default one does. */
      actors: {
        instagram: read.text('APIFY_INSTAGRAM_ACTOR') ?? 'apify/instagram-scraper',
        tiktok: read.text('APIFY_TIKTOK_ACTOR') ?? 'clockworks/tiktok-scraper',
        x: read.text('APIFY_X_ACTOR') ?? 'apidojo/tweet-scraper',
      },
    },
    catalog: {
      /**
       * An e-mail address or a page under which the operator can be reached. MusicBrainz asks every client to name one, so it is not
       * asked for releases without.
       */
      musicbrainzContact: read.text('MUSICBRAINZ_CONTACT'),
      musicbrainzUrl: read.url('MUSICBRAINZ_URL', ['https:', 'http:']) ?? 'https://musicbrainz.org/ws/2',
    },
  }
}

export type ProviderSettings = ReturnType<typeof readProviders>
