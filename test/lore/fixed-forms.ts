import type { LoreSource } from '#src/research/lore/evidence.ts'
import { leadIns, openings } from '#src/research/lore/forms.ts'
import type { Lore } from '#src/research/lore/render.ts'
import { omissionMark } from '#src/research/lore/sentence.ts'
import type { ArtistInText } from '#src/research/lore/short-name.ts'
import { topics } from '#src/research/lore/topics.ts'

const cited = '\ufffc'

/** The variable parts of a form besides the artist. */
type VariableParts = { artistName: string; questions: readonly string[]; sources: readonly LoreSource[] }

/** The paragraphs of a Lore text with anything besides citations and fixed forms. */
export function findOutsideForms({ text, citations }: Lore, named: VariableParts): string[] {
  const plain = citations
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + cited + rest.slice(end), text)
  const forms = buildForms(named)
  const further = named.questions.flatMap((question) => quoteIn(leadIns.question(question)))
  const withoutFurther = (paragraph: string) =>
    further.reduce((rest, form) => rest.replaceAll(` ${form}`, ''), paragraph)
  return plain === ''
    ? []
    : plain.split('\n\n').filter((paragraph) => !forms.has(removeTopics(withoutFurther(joinCitations(paragraph)))))
}

/** Citations joined by a space or an omission mark count as one, as do the closing mark and the stop before it. */
function joinCitations(paragraph: string): string {
  const one = paragraph
    .replaceAll(`. ${omissionMark} ${cited}`, cited)
    .replaceAll(` ${omissionMark} ${cited}`, cited)
    .replaceAll(`. ${cited}`, cited)
    .replaceAll(` ${cited}`, (match, at: number) => (/[:–,]$/.test(paragraph.slice(0, at)) ? match : cited))
  return one.replaceAll(/\ufffc+/g, cited).replace(/\ufffc(?:\.| \[…\])(?=[”’»]?(?:$| [“‘«]))/g, cited)
}

const anyTopic = topics.join('|')
const opening = new RegExp(`^On (?:${anyTopic}), (.)`)
const spokenOf = new RegExp(` speaks of (?:(?:${anyTopic})(?:, | and |(?= in )))+`)

const quotedOn = new RegExp(`(quotes .*) on (?:(?:${anyTopic})(?:, | and |(?=\\.$)))+(?=\\.$)`)

/** Any topic of the closed list may stand before the words of a voice, and several in the opening. */
const removeTopics = (paragraph: string): string =>
  paragraph
    .replace(opening, (_, first: string) => first.toUpperCase())
    .replace(spokenOf, ' speaks')
    .replace(quotedOn, '$1')

/** A text uses the whole name of the artist, or the last words of it. */
const buildForms = ({ artistName, ...named }: VariableParts): Set<string> => {
  const words = artistName.split(' ')
  return new Set(
    words.flatMap((_, from) => {
      const called = words.slice(from).join(' ')
      const names = new Set([called, called.charAt(0).toUpperCase() + called.slice(1)])
      return [...names].flatMap((one) => listForms({ name: artistName, called: one }, named))
    }),
  )
}

const marks = ['“”', '‘’', '«»', '']
const quoteIn = (intro: string) => marks.map((pair) => `${intro}${pair[0] ?? ''}${cited}${pair[1] ?? ''}`)
const booleans = [true, false]

function listForms(artist: ArtistInText, { questions, sources }: Omit<VariableParts, 'artistName'>): string[] {
  const intros = questions.flatMap((question) => [leadIns.answerTo(artist, question), leadIns.question(question)])
  const contexts = [0, 1, 2].flatMap((index) =>
    booleans.flatMap((first) =>
      booleans.flatMap((sameSource) =>
        booleans.flatMap((sameVoice) =>
          booleans.flatMap((isOnlySource) =>
            booleans.flatMap((hasSpoken) =>
              // A topic changes the form beside it.
              [undefined, ...topics.slice(0, 1)].map((topic) => ({
                first,
                sameSource,
                sameVoice,
                isOnlySource,
                hasSpoken,
                index,
                topic,
              })),
            ),
          ),
        ),
      ),
    ),
  )
  for (const context of contexts)
    for (const source of sources) {
      intros.push(removeTopics(leadIns.artistIn(artist, source, context)))
      intros.push(removeTopics(leadIns.source(artist, source, context)))
      intros.push(leadIns.voiceIn(artist, source, context, false))
      for (const after of ['', leadIns.afterApposition])
        intros.push(cited + after + leadIns.voiceIn(artist, source, context, true))
    }
  const numbers = questions.flatMap((_, number) =>
    booleans.map((isFurther) => leadIns.interview(artist, number + 1, isFurther)),
  )
  return [...intros.flatMap(quoteIn), ...numbers, ...listOpenings(artist, sources, questions.length)]
}

function listOpenings(artist: ArtistInText, sources: readonly LoreSource[], answersMax: number): string[] {
  const quoted = [...sources.map((_, from) => sources.slice(from)), ...sources.map((one) => [one])]
  return [undefined, ...sources].flatMap((named) => {
    const epithets =
      named === undefined
        ? ['']
        : ['a', 'an'].flatMap((article) => quoteIn(openings.epithet(artist, named, article)).map((form) => `${form}.`))
    const contents = booleans.flatMap((speaks) =>
      quoted.flatMap((sources) =>
        Array.from({ length: answersMax + 1 }, (_, answers) =>
          [[], topics.slice(0, 1)].map((some) =>
            removeTopics(openings.contents(artist, { sources, topics: some, speaks, answers }, named)),
          ),
        ).flat(),
      ),
    )
    const appositions = ['a', 'an'].flatMap((article) =>
      contents.map((one) => removeTopics(joinCitations(openings.apposition(artist, article, one).join(cited)))),
    )
    return epithets
      .flatMap((epithet) => ['', ...contents].map((rest) => [epithet, rest].filter((one) => one !== '').join(' ')))
      .concat(named === undefined ? appositions : [])
  })
}
