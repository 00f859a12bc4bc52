import { ConfigError, type EnvReader } from './env.ts'

/**
 * The external providers. Nothing is required: a kind of research whose provider is not set says so and ends, and on a
 * developer's machine sample providers stand in. The addresses can be changed to reach a mirror or a proxy, which may
 * be a private address: the operator chose it.
 */
export function readProviders(read: EnvReader) {
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
       * An e-mail address or a page under which the operator can be reached. MusicBrainz asks every client to name one,
       * so it is asked neither for releases nor for an artist's own pages without.
       */
      musicbrainzContact: read.text('MUSICBRAINZ_CONTACT'),
      musicbrainzUrl: read.url('MUSICBRAINZ_URL', ['https:', 'http:']) ?? 'https://musicbrainz.org/ws/2',
    },
    search: {
      /**
       * `auto`: SearXNG where its address is set, else Tavily where its key is, else Wikipedia (in development the
       * sample).
       */
      provider: read.oneOf('WEB_SEARCH', ['auto', 'wikipedia', 'none'], 'auto'),
      /** Address of a SearXNG instance that allows its JSON form. */
      searxngUrl: read.url('SEARXNG_URL', ['https:', 'http:']),
      /** Secret. */
      tavilyKey: read.text('TAVILY_API_KEY'),
      tavilyUrl: read.url('TAVILY_URL', ['https:', 'http:']) ?? 'https://api.tavily.com',
      /** The API of one Wikipedia, in the language of the artists. */
      wikipediaUrl: read.url('WIKIPEDIA_URL', ['https:', 'http:']) ?? 'https://en.wikipedia.org/w/api.php',
      /** As with MusicBrainz, but not required: an e-mail address or a page of the operator. */
      wikipediaContact: read.text('WIKIPEDIA_CONTACT'),
    },
    model: readModel(read),
    embeddings: readEmbeddings(read),
  }
}

/**
 * A language model that drafts Lore, behind any service that speaks the chat completions protocol. Without one Lore is
 * composed here.
 */
function readModel(read: EnvReader) {
  const url = read.url('LORE_MODEL_BASE_URL', ['https:', 'http:'])
  const name = read.text('LORE_MODEL_NAME')
  if (url !== undefined && name === undefined) {
    throw new ConfigError('LORE_MODEL_NAME', 'is required when LORE_MODEL_BASE_URL is set')
  }
  return {
    /** What `/chat/completions` is appended to, as in `https://api.openai.com/v1`. */
    url,
    name,
    /** Secret. */
    key: read.text('LORE_MODEL_API_KEY'),
    /** False for a service that knows JSON but no schema. */
    takesSchema: read.flag('LORE_MODEL_JSON_SCHEMA', true),
  }
}

/** A model that turns texts into vectors, behind any service of embeddings. Without one search is by words. */
function readEmbeddings(read: EnvReader) {
  const url = read.url('EMBEDDING_MODEL_BASE_URL', ['https:', 'http:'])
  const name = read.text('EMBEDDING_MODEL_NAME')
  if (url !== undefined && name === undefined) {
    throw new ConfigError('EMBEDDING_MODEL_NAME', 'is required when EMBEDDING_MODEL_BASE_URL is set')
  }
  if ((name?.length ?? 0) > 200) throw new ConfigError('EMBEDDING_MODEL_NAME', 'must be at most 200 characters')
  return {
    /** What `/embeddings` is appended to. */
    url,
    name,
    /** Secret. */
    key: read.text('EMBEDDING_MODEL_API_KEY'),
  }
}

export type ProviderSettings = ReturnType<typeof readProviders>
