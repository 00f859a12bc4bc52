import type { PageReader } from '../pages/index.ts'
import type { FoundPage, WebSearch } from '../web-search/index.ts'

/** A page that is not on the web: about the fictional artist, for a machine where nobody real is asked. */
type SamplePage = FoundPage & { title: string; publishedAt: string | null; text: string }

/** Finds the pages below by the words of a query; whoever asks for another artist finds none. */
export const sampleSearch: WebSearch = {
  name: 'sample',
  isPaid: false,
  pace: null,
  search: async (query, pagesMax) => {
    const wanted = /mara quill/i.test(query) ? pages : []
    return { pages: wanted.slice(0, pagesMax).map(({ url, title, snippet }) => ({ url, title, snippet })) }
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
