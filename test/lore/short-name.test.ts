import t from 'tap'
import { findShortName } from '#src/research/lore/short-name.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildLoreInput, buildPassages } from './lore-input.ts'

/** What a text calls the artist of this name. */
const findCalled = (name: string, text: string) => findShortName(name, [text])

t.test('a person goes by the last name that the evidence says', async (t) => {
  t.equal(findCalled('Ilse Varga', 'Madame Varga plays the zither in Graz.'), 'Varga')
  t.equal(findCalled('Ilse Varga', 'Miss Ilse Varga plays the zither in Graz.'), 'Varga')
  t.equal(findCalled('Ilse Varga', 'Ilse Varga was found in her studio in Graz.'), 'Varga')
  t.equal(findCalled('Ilse Varga', 'Varga plays the zither. The ferry brought Varga to Trieste.'), 'Varga')
  t.equal(findCalled('Ines de la Torre', 'Señora de la Torre plays the zither in Graz.'), 'De la Torre')
  t.equal(findCalled('Adele aus der Ohe', 'Frl. Aus der Ohe invited me to see the house.'), 'Aus der Ohe')
})

t.test('a name that is no person’s, or that no text shortens, stays whole', async (t) => {
  for (const [name, text] of [
    ['Ilse Varga', 'Ilse Varga plays the zither in Graz, and Anna Varga sings.'],
    ['Ilse Varga', 'Varga plays the zither.'],
    ['Ilse Varga', 'Ilse Varga plays the zither. The Varga brought a Varga to Trieste. We saw Varga Records there.'],
    ['Boards of Canada', 'They moved to Canada and left Canada again.'],
    ['The Salt Parade', 'The Salt Parade played. A Parade went by, and the Parade sang.'],
    ['Harbour Fire', 'Harbour Fire made their album in the church, and her brother mixed it.'],
    ['Varga', 'Varga plays. They saw Varga again.'],
    ['Otto Hale Jr', 'Mr. Jr plays the drums.'],
  ] as const)
    t.equal(findCalled(name, text), name, text)
})

t.test('the first paragraph gives the whole name, the others the short one', async (t) => {
  const passages = buildPassages('Ilse Varga is a zither player from Graz, and one of the last of her trade.')
  const { text } = composeLore(buildLoreInput({ passages, answers: buildAnswers('The sea.') }))
  t.match(text, /^A text says of Ilse Varga: /)
  t.match(text, /, Varga answers: “The sea\.”$/)
})
