import t from 'tap'
import type { LoreInput } from '#src/research/lore/compose.ts'
import { previewBoundary } from '#src/research/lore/preview.ts'
import { findSentences } from '#src/text/sentences.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { composeLore } from './compose-lore.ts'
import { buildAnswers, buildBoundary, buildLoreInput, buildPassages } from './lore-input.ts'

/** The quoted sentences of a Lore without the boundary that one with the boundary does not quote. */
function listLost(input: LoreInput, boundary: ReturnType<typeof buildBoundary>): string[] {
  const { text, citations } = composeLore(input)
  const left = composeLore({ ...input, boundaries: [boundary] }).text
  const quoted = citations.flatMap(({ start, end }) => {
    const passage = text.slice(start, end)
    return findSentences(passage).map((window) => passage.slice(window.start, window.end))
  })
  return quoted.filter((sentence) => !left.includes(sentence))
}

function preview({ artistName, answers, passages, ...input }: LoreInput, boundary: ReturnType<typeof buildBoundary>) {
  const lore = composeLore({ artistName, answers, passages, ...input })
  return runAtOnce(previewBoundary({ artistName, boundary, answers, sources: passages, lore }))
}

const alone = 'I learned the zither from an old neighbour in Graz.'

t.test('a preview names each sentence that the composer then excludes', async (t) => {
  for (const [why, input] of [
    [
      'an answer whose second sentence needs the first',
      { answers: buildAnswers(`My brother drummed in Bergen for years. He died young in a crash. ${alone}`) },
    ],
    [
      'a source with such sentences',
      {
        passages: buildPassages(
          `Ilse Varga says: “My brother and I drummed in Bergen for years. He died young in a crash. ${alone}”`,
        ),
      },
    ],
    [
      'a source whose title speaks of the subject',
      {
        passages: buildPassages(`Ilse Varga says: “${alone} I moved to Oslo in 1998.”`, {
          title: 'Remembering her brother',
        }),
      },
    ],
  ] as const) {
    const boundary = buildBoundary('Nothing about my brother.')
    const lost = listLost(buildLoreInput(input), boundary)
    t.not(lost.length, 0, why)
    t.same(
      preview(buildLoreInput(input), boundary).sentences.map(({ text }) => text),
      lost,
      why,
    )
  }
})

t.test('an answer counts the sentences that need an excluded one', async (t) => {
  const answers = buildAnswers(`My brother drummed in Bergen. He died young in a crash. ${alone}`)
  const { answers: bounded } = preview(buildLoreInput({ answers }), buildBoundary('Nothing about my brother.'))
  t.match(bounded, [{ entryId: 'entry-0', sentenceCount: 2, isWhole: false }])
})

t.test('a sentence that a narrator interrupts is one sentence', async (t) => {
  const said =
    '“In Graz I drummed for three winters in a dance band,” Ilse Varga says, “with my brother and his friends.'
  const passages = buildPassages(`${said} ${alone}”`)
  const { sentences } = preview(buildLoreInput({ passages }), buildBoundary('Nothing about my brother.'))
  const whole = 'In Graz I drummed for three winters in a dance band, […] with my brother and his friends.'
  t.match(sentences, [{ text: whole }])
  t.equal(sentences.length, 1)
})

t.test('a sentence that is quoted without the excluded one that it needs is named', async (t) => {
  const answer = 'My brother drummed in Bergen. He died young in a crash. I moved to Oslo.'
  const answers = buildAnswers(answer)
  const quoteStart = answer.indexOf('He died')
  const text = `“${answer.slice(quoteStart)}”`
  const citation = { start: 1, end: text.length - 1, kind: 'answer', id: 'entry-0', revision: '0'.repeat(64) } as const
  const lore = { text, citations: [{ ...citation, quoteStart, quoteEnd: answer.length }] }
  const boundary = buildBoundary('Nothing about my brother.')
  const { sentences } = runAtOnce(previewBoundary({ artistName: 'Ilse Varga', boundary, answers, sources: [], lore }))
  t.same(sentences, [{ start: 1, end: 26, text: 'He died young in a crash.' }])
})
