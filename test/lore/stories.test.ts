import t from 'tap'
import { advises } from '#src/research/lore/focus.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildLoreInput, buildPassages } from './lore-input.ts'

const composeText = (said: string) =>
  composeLore(buildLoreInput({ passages: buildPassages(`Ilse Varga: ${said}`) })).text

const story = [
  'I played the zither for the ferrymen of Trieste when the storm of 1998 came over the harbour.',
  'I could hear the ropes of the ferry, and they were a third lower than the song that I had begun.',
  'I went down to the engine room with the zither under my coat and tuned it to the ropes in the dark.',
  'The captain heard it through the floor, and he told the whole crew to leave the ropes as they were.',
  'I came back and began the song again, but I had lost the second verse somewhere on the iron ladder.',
  'I sang the first verse twice, and I thought that the passengers would laugh at me in that storm.',
  'They sang it a third time without me, because they believed that the song was made in this fashion.',
  'I asked the captain for the old ropes in the spring, and he sent them to Graz in a barrel of salt.',
  'I made four strings of them with my aunt, and they broke on the first evening above the bakery.',
  'I kept it so, and I have never found the second verse of it again.',
]

t.test('a story is quoted to its end, also where it is longer than anything else may be', async (t) => {
  const before = 'I learned the zither from my aunt in Graz, and I practise it for two hours in the morning.'
  const text = composeText([before, ...story].join(' '))
  t.ok(text.includes(story.join(' ')), text)
  const habits = story.map(
    (_, n) => `My ${n + 1}th zither hangs in the kitchen above the stove of my ${'grand '.repeat(9)}aunt.`,
  )
  t.notOk(composeText(habits.join(' ')).includes(habits.join(' ')), 'what is no story has a limit')
})

t.test('an answer that tells a story is quoted to its end', async (t) => {
  const { text } = composeLore(buildLoreInput({ answers: buildAnswers(story.join(' '), 'Yes.', 'Rain') }))
  t.ok(text.includes(story.join(' ')))
})

t.test('a run ends before the advice after it, and may end on a conviction', async (t) => {
  const own =
    'I hear the notes of the zither in my mind, and I know where my fingers find each of them. ' +
    'Before a concert I go over all of my programme without the zither, mostly on the ferry to Trieste.'
  const advice = 'To those who study with me I say, you must try many ways of learning a programme.'
  t.match(composeText(`${own} ${advice}`), new RegExp(`${own.slice(-30)}”`))
  t.notMatch(composeText(`${own} ${advice}`), /many ways/)
  const conviction = 'But I am convinced that much time is lost on the outside of music.'
  t.match(composeText(`${own} ${conviction}`), /outside of music/)
  for (const sentence of ['It is better to wait.', 'One should wait.', 'Patience is necessary.'])
    t.ok(advises(sentence), sentence)
  t.notOk(advises('Patience is rare.'))
})

t.test('what announces a story is left out, for the story may be', async (t) => {
  const text =
    'Jonas Hale says: “Ilse Varga played the harp in her youth, and won two prizes for it in Graz. ' +
    'How Ilse Varga came to the zither happened in this wise. ‘Why do you not play mine?’ I asked her.”'
  const { text: lore } = composeLore(buildLoreInput({ passages: buildPassages(text) }))
  t.match(lore, /two prizes/)
  t.notMatch(lore, /in this wise/)
})

t.test('two remarks about different things are two paragraphs', async (t) => {
  const text =
    'Ilse Varga: I tune the zither at night, because the harbour is quiet.\n\nIlse Varga: I have written a mass for nine bells.'
  const lore = composeLore(buildLoreInput({ passages: buildPassages(text) })).text
  t.equal(lore.split('\n\n').length, 2, lore)
})

t.test('a run ends before a person is introduced whom Lore says no more of', async (t) => {
  const teaching = 'I teach the zither above the bakery in Graz, and my pupils bring their own chairs to it.'
  const master = 'I think of a master, of all people.'
  const rest = 'method was described on www.zither.example by a pupil of Graz.'
  t.notMatch(composeText(`${teaching} ${master} His ${rest}`), /a master/)
  t.match(composeText(`${teaching} ${master} My ${rest}`), /a master/)
})

t.test('a sentence that agrees with an interviewer is not quoted without the question', async (t) => {
  const said = 'I teach the zither by ear above the bakery in Graz. Yes, there are books of it, but I own none of them.'
  t.notMatch(composeText(said), /Yes, there are/)
})

t.test('a run about the artist holds no lesson of several sentences', async (t) => {
  const lesson = 'The wrist is raised over the strings. It takes a week to find the place of each finger.'
  const said = `I begin with the wrist when I play the zither above the bakery. ${lesson} I never lift my fingers in Graz.`
  t.notMatch(composeText(said), /It takes a week/)
})
