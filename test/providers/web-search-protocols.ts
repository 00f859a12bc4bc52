import { createSearxngSearch, createTavilySearch, createWikipediaSearch } from '#src/research/providers/web-search.ts'

/** Responses in the form of each provider's documentation, for the same two pages. */
export const protocols = {
  searxng: {
    at: (base: string) => createSearxngSearch({ url: `${base}/` }),
    found: {
      query: 'quill',
      number_of_results: 0,
      results: [
        {
          url: 'https://a.example/one',
          title: 'One',
          content: 'The <b>organ</b>',
          engine: 'x',
          score: 2,
          category: 'general',
        },
        { url: 'https://b.example/two', title: 'Two', content: '', engines: ['x'], publishedDate: null },
        { url: 'https://a.example/one', title: 'One', content: 'The <b>organ</b>', engine: 'y' },
        { url: 'ftp://c.example/three', title: 'Three' },
        { title: 'no address' },
        'not a result',
      ],
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    },
    none: { query: 'quill', results: [], unresponsive_engines: [] },
  },
  tavily: {
    at: (base: string) => createTavilySearch({ url: base, key: 'tvly-secret' }),
    found: {
      query: 'quill',
      results: [
        { url: 'https://a.example/one', title: 'One', content: 'The organ', score: 0.9, raw_content: null },
        { url: 'https://b.example/two', title: 'Two', content: '', score: 0.4 },
        { url: 'javascript:alert(1)', title: 'Three', content: 'x', score: 0.1 },
      ],
      response_time: '1.09',
      request_id: 'r',
    },
    none: { query: 'quill', results: [], response_time: '0.2' },
  },
  wikipedia: {
    at: (base: string) => createWikipediaSearch({ url: `${base}/w/api.php`, contact: 'operator@press.example' }),
    found: {
      batchcomplete: true,
      query: {
        pages: [
          { pageid: 7, ns: 0, title: 'Two', index: 2, canonicalurl: 'https://b.example/two' },
          { pageid: 9, ns: 0, title: 'One', index: 1, canonicalurl: 'https://a.example/one', snippet: 'The organ' },
        ],
      },
    },
    none: { batchcomplete: true },
  },
} as const
