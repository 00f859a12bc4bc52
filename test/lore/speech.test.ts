import t from 'tap'
import { readBlocks } from '#src/research/lore/speech/blocks.ts'
import { listNameWords } from '#src/research/lore/speech/names.ts'
import {
  artistVoice,
  createSpeechState,
  unknownVoice,
  type Voice,
  writerVoice,
} from '#src/research/lore/speech/speech-state.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

/** Who says what, paragraph by paragraph. */
function listVoices(text: string, base: Voice = writerVoice, isNamed = true): [string, string][] {
  const blocks = runAtOnce(readBlocks(text, 0, listNameWords('Ilse Varga'), createSpeechState(base, isNamed)))
  return blocks.map(({ speaker, parts }) => [
    speaker,
    parts.map(({ start, end }) => text.slice(start, end)).join(' | '),
  ])
}
const speakersIn = (...parts: Parameters<typeof listVoices>) => listVoices(...parts).map(([speaker]) => speaker)

t.test('the words beside a quotation name its speaker, before it, after it and in the middle', async (t) => {
  for (const [text, speaker] of [
    ['“I learned the zither from my aunt in a kitchen in Graz,” says Varga.', 'artist'],
    ['Varga says: “I learned the zither from my aunt in a kitchen in Graz.”', 'artist'],
    [
      'Ilse Varga lives in Graz.\n\n“I learned the zither from my aunt,” she said, “and hated every lesson of it.”',
      'artist',
    ],
    ['“I taught her the zither in that kitchen for seven years,” says her aunt.', 'other'],
    ['“I taught her the zither in that kitchen for seven years,” recalls Jonas Hale.', 'other'],
    [
      '“I taught her the zither in that kitchen for the whole of a long winter,” her old friend, the baker Jonas Hale, told me.',
      'other',
    ],
    ['“I never saw so many zithers in a kitchen as in that winter,” was what one said of Varga.', 'unknown'],
    [
      'The band’s bassist, Ola Finch, met Varga in Graz. “I told her that my bass was broken that night, and she said that hers was never whole,” he says.',
      'unknown',
    ],
    [
      'Varga sat. Her mother was against it. “I wanted two doctors, and got a musician and a baker who sings over his ovens,” she says.',
      'unknown',
    ],
    [
      'Jonas Hale was there. “I never heard her practise in all that winter,” he said.\n\nMadame Varga laughed. “I do it at night, when the ovens are cold and so am I.”',
      'artist',
    ],
    [
      'Jonas Hale was there. “I never heard her practise in all that winter,” he said.\n\nVarga won the prize in Linz. “It is the finest playing that I have heard in years.”',
      'unknown',
    ],
    ['“I hear that you taught yourself the zither in a kitchen?” I asked.', 'other'],
    ['“I hear that you are leaving Graz for good this winter,” she was told.', 'other'],
    ['«I learned the zither from my aunt in a kitchen in Graz», answered the musician.', 'artist'],
    ["'I learned the zither from my aunt in a kitchen in Graz,' Varga says.", 'artist'],
  ] as const) {
    t.equal(speakersIn(text).at(-1), speaker, text)
  }
})

t.test('a quotation that goes on opens each paragraph, over headings, and closes once', async (t) => {
  const text =
    '"I was seven," began Ilse Varga. "I had no zither.\n\nTHE KITCHEN\n\n"I had a table with ' +
    'strings.\n\n"I played it."\n\nThe house is gone.'
  t.same(listVoices(text), [
    ['artist', 'I was seven, | I had no zither.'],
    ['artist', 'I had a table with strings.'],
    ['artist', 'I played it.'],
    ['writer', 'The house is gone.'],
  ])
})

t.test('an announced speaker speaks as long as the quotation goes on', async (t) => {
  const text =
    'Of Ilse Varga her teacher knows much.\n\nMme. Oriol says:\n\n"I met her in Graz.\n\n"I ' +
    'never saw her without a zither."'
  t.same(speakersIn(text), ['writer', 'writer', 'other', 'other'])
})

t.test('labels of a transcript say who speaks until the next one', async (t) => {
  const text = 'QUILL: You came from Graz. I know it.\nVARGA: I came from Graz.\n\nI never went back.\nQUILL: I did.'
  t.same(speakersIn(text), ['other', 'artist', 'artist', 'other'])
  t.same(speakersIn('Q: Where from?\nA: I came from Graz.'), ['other', 'artist'])
  t.same(speakersIn('Note: I came from Graz.'), ['writer'], 'a word with a colon is no speaker')
})

t.test('in an interview of questions and answers without marks, what follows a question answers it', async (t) => {
  const questions = ['Where do you come from?', 'What do you play?', 'Who taught you the zither?']
  const text = questions.map((question) => `${question}\nI will tell about it later, in Graz.`).join('\n\n')
  const speakers = ['other', 'artist', 'other', 'artist', 'other', 'artist']
  t.same(speakersIn(text), speakers)
  t.same(speakersIn(`${text}\n\nIlse Varga plays in Graz tonight.`), [...speakers, 'writer'])
  t.same(
    speakersIn(text, writerVoice, false),
    speakers.map((speaker) => (speaker === 'artist' ? 'writer' : speaker)),
    'of an unnamed person',
  )
})

t.test('a new quotation after another, without attribution, is not attributed to the artist', async (t) => {
  const text = 'Ilse Varga sat down. “I came from Graz,” she said.\n\n“I always loved Graz.”'
  t.same(speakersIn(text).at(-1), 'unknown')
  t.same(speakersIn('— I came from Graz, said no one.'), ['unknown'], 'nor is a dialogue with dashes')
})

t.test('where no words attribute, narration that names others leaves the speaker unknown', async (t) => {
  t.same(
    speakersIn('Mr. Hale sat down beside the stove.\n\n“I came from Graz in the worst of the winter.”').at(-1),
    'unknown',
  )
  t.same(
    speakersIn('Varga sat down beside the stove.\n\n“I came from Graz in the worst of the winter.”').at(-1),
    'artist',
  )
  t.same(
    speakersIn('“I came from Graz in the worst of the winter.”', writerVoice, false),
    ['unknown'],
    'nor is an artist quoted whom nothing names',
  )
})

t.test('a caption is the artist’s, a transcript without a confirmed speaker is unknown', async (t) => {
  t.same(speakersIn('I played in Graz.', artistVoice), ['artist'])
  t.same(speakersIn('I played in Graz.', unknownVoice), ['unknown'])
})

t.test('Mrs. Varga of a text about Mr. Varga is another person', async (t) => {
  const text = 'Varga lives in Graz. Varga plays there.\n\n“I found the house in a newspaper,” says Mrs. Varga.'
  t.equal(speakersIn(text).at(-1), 'other')
})
