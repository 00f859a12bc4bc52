import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { compose } from './compose.ts'
import type { SourceAuthorship } from './read-source.ts'
import { shortlistBlocks } from './shortlist.ts'

const artistName = 'Ida Varga'
const text = `Ida Varga, the pianist, was born in Graz in 1961. “I never studied with my father,” she says, “and that is not
true of my brother. The latter, however, taught me to read.” In her own words: “It was once said that I would stop.”

Q: What do you practise?

Varga: Scales, mostly, as you can hear. In 1985 we recorded our first album, because the band had split up.

Asked about it, her teacher, Mr. Hale, said: “I believe that she will never play like this again.” According to the
conductor it is often told that they met here; but this is not so. Another pupil lived in Vienna for many years.`
const answers = ['No.', 'I moved to Graz when I was six, and I have lived there ever since.']

/**
 * V8 compiles a regular expression at its first and at its second use, for texts of one byte and of two bytes a
 * character: 150 ms for the composer's. Composes a text in idle time, so that no request has to wait for that.
 */
export async function warmUpComposer(): Promise<void> {
  const oneByte = text.replaceAll(/[“”]/g, '"')
  for (const sample of [text, oneByte, text, oneByte]) await runInTimeSlices(composeFrom(sample))
}

function* composeFrom(sample: string): TimeSliced<unknown> {
  const source = { sourceId: 'vault:sample', revision: '', title: 'A talk', publisher: null, publishedAt: null }
  const kind: SourceAuthorship = { kind: 'vault', speaker: 'not_applicable' }
  const page = { start: 0, text: sample }
  const { shortlist } = yield* shortlistBlocks({ ...source, ...kind }, page, artistName, null, true, [])
  return yield* compose({
    artistName,
    answers: answers.map((answer, at) => ({
      entryId: `entry-${at}`,
      revision: '',
      questionKey: `key-${at}`,
      sitting: 1,
      question: 'Where do you live now?',
      answer,
    })),
    passages: shortlist.map(({ block }) => ({ ...source, block, text: sample.slice(block.start, block.end) })),
    boundaries: [{ wording: 'Nothing about my brother, please.', questionKey: 'key-2', question: 'Who taught you?' }],
    corrections: [],
    charsMax: 4_000,
  })
}
