import t from 'tap'
import { stemLightly, stemText } from '#src/research/lore/words.ts'

t.test('the English forms of a word have one stem', async (t) => {
  const families = [
    'marriage marriages married marry marries marrying',
    'divorce divorced divorces divorcing',
    'family families',
    'brother brothers',
    'illness illnesses ill',
    'depression depressed depressions',
    'suicide suicidal suicides',
    'addict addicted addiction addictions',
    'relation relations relationship relationships',
    'politics political politician',
    'finance finances financial',
    'happy happiness',
    'child children',
    'die died dies dying death',
    'play played playing plays',
    'stop stopped stopping',
  ]
  for (const family of families) t.equal(new Set(family.split(' ').map(stemLightly)).size, 1, family)
})

t.test('words of different subjects keep different stems', async (t) => {
  const subjects =
    'song son brother mother father sister daughter wife husband drum piano album record label tour money health prison'
  const stems = subjects.split(' ').map(stemLightly)
  t.equal(new Set(stems).size, stems.length, stems.join(' '))
})

t.test('content words carry the meaning, with possessives and elisions split', async (t) => {
  t.same([...stemText("Please don't ask me about my brother’s band, or about L'Été!")].sort(), ['band', 'broth', 'ete'])
  t.same([...stemText('I would rather not talk about that.')], [])
  t.same([...stemText('弟 и брат, 1999')].sort(), ['1999', 'брат', '弟'])
})

t.test('a very long word is not stemmed', async (t) => {
  const endless = 'ing'.repeat(500_000)
  t.equal(stemLightly(endless), endless)
})
