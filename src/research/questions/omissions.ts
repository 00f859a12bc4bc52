const formatSentence = (n: number, one: string, many: string, rest: string) =>
  `${n === 1 ? `One ${one}` : `${n} ${many}`} ${rest}`

/** What a question could not search, and how it is said: with numbers, and no external text. */
const sentences = {
  changed: (n) =>
    formatSentence(n, 'passage that was found does', 'passages that were found do', 'not exist any more.'),
  undated: (n) => formatSentence(n, 'source was', 'sources were', 'left out: the day of publication is not known.'),
  textless: (n) => formatSentence(n, 'source has', 'sources have', 'no stored text yet.'),
  unprepared: (n) => formatSentence(n, 'text is', 'texts are', 'still being prepared for search.'),
  unread: (n) => formatSentence(n, 'page', 'pages', 'could not be read.'),
  cut: (n) => formatSentence(n, 'page is', 'pages are', 'longer than what is stored.'),
  unrelated: (n) => formatSentence(n, 'page does', 'pages do', 'not name the artist.'),
  reviewsFull: (n) => formatSentence(n, 'page was', 'pages were', 'not kept: too many wait for a review already.'),
  noSearch: () => 'No web search is set up here.',
  noAnswer: () => 'The web search gave no answer.',
  spent: () => 'What may be spent on this artist today has been spent.',
  noCollection: () => 'No collection of posts is set up here.',
  collectionFailed: () => 'Some posts could not be collected or read.',
  late: () => 'Something outside took longer than this research lasts.',
  storedOnly: () => 'Nothing is collected from this platform: only what is stored was searched.',
} satisfies Record<string, (n: number) => string>

export type Omission = keyof typeof sentences

/** How often. */
export type Omissions = { [O in Omission]?: number }

/** The sentences of what was omitted at least once. Stored results and exports have names of earlier versions, too. */
export function listLimitations(omissions: Omissions): string[] {
  const current: { [name: string]: ((n: number) => string) | undefined } = sentences
  const entries = Object.entries(omissions).filter(([, n]) => n > 0)
  return entries.map(
    ([name, n]) => current[name]?.(n) ?? formatSentence(n, 'thing', 'things', 'could not be searched or read.'),
  )
}
