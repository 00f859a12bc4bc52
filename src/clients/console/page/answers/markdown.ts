import { type SittingGroup, toTitle } from './sittings.ts'

/** Says to the reader of the file how its quotations are exact. */
const exactness =
  'Each question and each answer stands between two empty lines exactly as it was saved, with “> ” before each of its ' +
  'lines and nothing else added, left out or escaped. A viewer may show signs such as * or # in it as formatting; the ' +
  'words in this file are the exact ones.'

/** All questions and answers as Markdown. Every line that is no part of a quotation is the console's. */
export function formatMarkdown(artist: string, groups: readonly SittingGroup[]): string {
  const sections = groups.flatMap((group) => [`## ${toTitle(group)}`, ...group.questions.flatMap(formatQuestion)])
  return `${[`# ${artist.replaceAll(/\s+/g, ' ')}: questions and answers`, exactness, ...sections].join('\n\n')}\n`
}

function formatQuestion({ state, question, answer, answerUpdatedAt }: SittingGroup['questions'][number]): string[] {
  if (answer === null) return [quoteExactly(question), state === 'skipped' ? 'Skipped.' : 'Not answered yet.']
  const saved = answerUpdatedAt === null ? 'Answer:' : `Answer, saved ${answerUpdatedAt.slice(0, 10)}:`
  return [quoteExactly(question), saved, quoteExactly(answer)]
}

/**
 * A block quote: "> " at the beginning of the text and after each of its line ends, which are kept as they are. Taken
 * away again, it leaves the text, whatever Markdown or line ends the text contains.
 */
export const quoteExactly = (text: string): string => `> ${text.replaceAll(/\r\n?|\n/g, '$&> ')}`
