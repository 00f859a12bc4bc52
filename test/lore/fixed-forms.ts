import type { LoreSource } from '#src/research/lore/evidence.ts'
import { cutMark, introductions, openings } from '#src/research/lore/forms.ts'
import type { Lore } from '#src/research/lore/render.ts'
import type { CalledArtist } from '#src/research/lore/short-name.ts'
import { topics } from '#src/research/lore/topics.ts'

const cited = '\ufffc'

/** The variable parts of a form besides the artist. */
type Named = { artistName: string; questions: readonly string[]; sources: readonly LoreSource[] }

/** The paragraphs of a Lore text with anything besides citations and fixed forms. */
export function outsideForms({ text, citations }: Lore, named: Named): string[] {
  const plain = citations
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + cited + rest.slice(end), text)
  const forms = buildForms(named)
  return plain === '' ? [] : plain.split('\n\n').filter((paragraph) => !forms.has(withoutTopic(joined(paragraph))))
}

/** Citations joined by a space or a cut mark count as one, as do the closing mark and the stop before it. */
function joined(paragraph: string): string {
  const one = paragraph
    .replaceAll(`. ${cutMark} ${cited}`, cited)
    .replaceAll(` ${cutMark} ${cited}`, cited)
    .replaceAll(`. ${cited}`, cited)
    .replaceAll(` ${cited}`, (match, at: number) => (/[:–]$/.test(paragraph.slice(0, at)) ? match : cited))
  return one.replaceAll(/\ufffc+/g, cited).replace(/\ufffc(?:\.| \[…\])(?=[”’»]?$)/g, cited)
}

/** Any topic of the closed list may stand before the artist's words. */
function withoutTopic(paragraph: string): string {
  const topic = topics.find((one) => paragraph.startsWith(`On ${one}, `))
  return topic === undefined ? paragraph : paragraph.slice(`On ${topic}, `.length)
}

/** A text uses the whole name of the artist, or the last words of it. */
const buildForms = ({ artistName, ...named }: Named): Set<string> => {
  const words = artistName.split(' ')
  return new Set(
    words.flatMap((_, from) => formsCalling({ name: artistName, called: words.slice(from).join(' ') }, named)),
  )
}

const marks = ['“”', '‘’', '«»', '']
const inMarks = (intro: string) => marks.map((pair) => `${intro}${pair[0] ?? ''}${cited}${pair[1] ?? ''}`)
const booleans = [true, false]

function formsCalling(artist: CalledArtist, { questions, sources }: Omit<Named, 'artistName'>): string[] {
  const intros = questions.flatMap((question) => [
    introductions.answerTo(artist, question),
    introductions.question(question),
  ])
  for (const index of [0, 1, 2]) {
    for (const first of booleans)
      for (const sameSource of booleans)
        for (const sameVoice of booleans)
          for (const isOnlySource of booleans)
            for (const hasSpoken of booleans) {
              const place = { first, sameSource, sameVoice, isOnlySource }
              const context = { ...place, hasSpoken, index, topic: undefined }
              for (const source of sources) {
                intros.push(introductions.artistIn(artist, source, context))
                intros.push(introductions.source(artist, source, context))
                intros.push(introductions.voiceIn(artist, source, context, false))
                intros.push(cited + introductions.voiceIn(artist, source, context, true))
              }
            }
  }
  const numbers = Array.from({ length: questions.length + 1 }, (_, number) => introductions.interview(artist, number))
  return [...intros.flatMap(inMarks), ...numbers, ...listOpenings(artist, sources)]
}

function listOpenings(artist: CalledArtist, sources: readonly LoreSource[]): string[] {
  const contents = [
    ...Array.from({ length: sources.length }, (_, from) => sources.slice(from)),
    ...sources.map((one) => [one]),
  ]
  return [undefined, ...sources].flatMap((named) => {
    const epithets =
      named === undefined
        ? ['']
        : ['a', 'an'].flatMap((article) => inMarks(openings.epithet(artist, named, article)).map((form) => `${form}.`))
    const rests = booleans.flatMap((hasInterview) =>
      contents.map((quoted) => openings.contents(artist, { sources: quoted, hasInterview }, named)),
    )
    return epithets.flatMap((epithet) =>
      ['', ...rests].map((rest) => [epithet, rest].filter((one) => one !== '').join(' ')),
    )
  })
}
