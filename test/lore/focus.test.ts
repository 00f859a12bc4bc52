import t from 'tap'
import { speaksOfSelf } from '#src/research/lore/focus.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildLoreInput, buildPassages, source } from './lore-input.ts'

const own = [
  'I learned the zither from my aunt in Graz, and I played it every evening above her bakery.',
  'When I prepare a programme I sing each voice first, and my neighbours in Trieste have complained twice.',
  'I tune my instruments at night, because the harbour is quiet then and I trust my ears more.',
]
const advice = [
  'The pupil should begin with a quiet hand, and the teacher must correct every careless movement of the wrist.',
  'Keep the fingers close to the strings, and do not lift them higher than the melody demands of a musician.',
  'We need patience more than talent; without concentration one can practise for years and learn nothing.',
  'A beautiful tone is a question of proportion, and I think no student understands it before the tenth year.',
]
const isAdvice = /The pupil|Keep the fingers|We need patience|A beautiful tone/

const answered = [
  'I carried the instrument across the harbour of Split in a boat, and my uncle held an umbrella over it.',
  'My second teacher was a watchmaker in Zadar, who taught me to listen for the smallest wheel first.',
  'I wrote “Salt Harbour” in eleven winters, mostly on the backs of timetables, and lost half of it.',
  'For seven seasons I accompanied a puppet theatre in Koper, where my hands followed wooden feet.',
  'I sold my first recording from a bicycle, and the priest of Muggia bought ten copies of it.',
  'When the conservatory of Venice invited me, I refused for three years, since it was raining.',
  'My hearing failed on the left side in 2004, and the lowest strings are nearer to my right ear.',
  'I keep nineteen bees in a box behind the workshop, and each of my recordings has them on it.',
  'I married a lighthouse keeper from Ancona, and I practise on his stairs, which have ninety steps.',
]

/** What the artist says, a paragraph each. */
const buildTalk = (sentences: readonly string[], sourceId = source.sourceId) =>
  buildPassages(sentences.map((said) => `Ilse Varga: ${said}`).join('\n\n'), { sourceId })

t.test('of a talk that is half advice, Lore has the half that is about the artist', async (t) => {
  const mixed = advice.flatMap((said, at) => [said, own[at] ?? []].flat())
  const { text } = composeLore(buildLoreInput({ passages: buildTalk(mixed) }))
  for (const said of own) t.ok(text.includes(said), said)
  t.notMatch(text, isAdvice)
})

t.test('a run about the artist ends before the advice that follows in the same paragraph', async (t) => {
  const said = `${own[0]} I tuned it myself for ten years. ${advice.join(' ')}`
  const { text } = composeLore(buildLoreInput({ passages: buildTalk([said]) }))
  t.match(text, /I tuned it myself/)
  t.notMatch(text, isAdvice)
})

t.test('a source of advice alone is quoted once, and no more where much is said of the artist', async (t) => {
  const lesson = buildTalk(advice, 'vault:lesson')
  t.equal(composeLore(buildLoreInput({ passages: lesson })).citations.length, 1)
  const answers = buildAnswers(...answered)
  const { text, citations } = composeLore(buildLoreInput({ answers, passages: [...buildTalk(own), ...lesson] }))
  t.ok(text.length > 1_500, `${text.length} characters`)
  t.notOk(citations.some(({ id }) => id === 'vault:lesson'))
})

t.test('the artist speaks of the own life, work and mind, or of what holds for everybody', async (t) => {
  for (const sentence of [
    'I never practise before a concert.',
    'My aunt taught me the zither.',
    'It seems to me the most perfect method.',
    'I believe in slow practice, for one hears more.',
    'We recorded it in a boathouse.',
    'We often sang in the kitchen.',
    'I might say that I began at four.',
  ])
    t.ok(speaksOfSelf(sentence), sentence)
  for (const sentence of [
    'The pupil should begin slowly.',
    'Keep the wrist low.',
    'We need more patience.',
    'We do not want to limit ourselves.',
    'You must play it as I do.',
    'I think a student must listen first.',
    'In my opinion the wrist is everything.',
    'He asks himself: "Shall I play it again?"',
    'Tone is a matter of proportion.',
    'I knew a young man in London who was born with it.',
  ])
    t.notOk(speaksOfSelf(sentence), sentence)
})
