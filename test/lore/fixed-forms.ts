import type { LoreSource } from '#src/research/lore/evidence.ts'
import { cutMark, introductions } from '#src/research/lore/forms.ts'
import type { Lore } from '#src/research/lore/render.ts'
import type { CalledArtist } from '#src/research/lore/short-name.ts'

const cited = '\ufffc'

/** The variable parts of a form besides the artist. */
type Named = { artistName: string; questions: readonly string[]; sources: readonly LoreSource[] }

/** The paragraphs of a Lore text with anything besides citations and fixed forms. */
export function outsideForms({ text, citations }: Lore, named: Named): string[] {
  const plain = citations
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + cited + rest.slice(end), text)
  const forms = buildForms(named)
  const further = [0, 1].flatMap((index) =>
    named.questions.flatMap((question) => inMarks(introductions.answerAlso(question, index))),
  )
  const withoutFurther = (text: string) => further.reduce((rest, form) => rest.replaceAll(form, ''), text)
  return plain === '' ? [] : plain.split('\n\n').filter((paragraph) => !forms.has(withoutFurther(joined(paragraph))))
}

/** Citations joined by a space or a cut mark count as one, as do the closing mark and the stop before it. */
function joined(paragraph: string): string {
  const one = paragraph
    .replaceAll(`. ${cutMark} ${cited}`, cited)
    .replaceAll(` ${cutMark} ${cited}`, cited)
    .replaceAll(`. ${cited}`, cited)
    .replaceAll(` ${cited}`, (match, at: number) => (paragraph.slice(0, at).endsWith(':') ? match : cited))
  return one.replaceAll(/\ufffc+/g, cited).replace(/\ufffc(?:\.| \[…\])(?=[”’»]?(?:$| To | The answer to ))/g, cited)
}

/** A text uses the whole name of the artist, or the last words of it. */
const buildForms = ({ artistName, ...named }: Named): Set<string> => {
  const words = artistName.split(' ')
  return new Set(
    words.flatMap((_, from) => formsCalling({ name: artistName, called: words.slice(from).join(' ') }, named)),
  )
}

const inMarks = (intro: string) =>
  ['“”', '‘’', '«»', ''].map((pair) => `${intro}${pair[0] ?? ''}${cited}${pair[1] ?? ''}`)

function formsCalling(artist: CalledArtist, { questions, sources }: Omit<Named, 'artistName'>): string[] {
  const intros: string[] = []
  for (const index of [0, 1, 2]) {
    intros.push(introductions.answer(artist, index))
    intros.push(...questions.map((question) => introductions.answerTo(artist, question, index)))
    for (const first of [true, false]) {
      for (const sameSource of [true, false]) {
        for (const sameVoice of [true, false]) {
          for (const hasSpoken of [true, false]) {
            const context = { first, sameSource, sameVoice, hasSpoken, index }
            for (const source of sources) {
              intros.push(introductions.artistIn(artist, source, context))
              intros.push(introductions.source(artist, source, context))
              intros.push(introductions.voiceIn(artist, source, context, false))
              intros.push(cited + introductions.voiceIn(artist, source, context, true))
            }
          }
        }
      }
    }
  }
  return intros.flatMap(inMarks)
}
