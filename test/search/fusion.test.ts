import t from 'tap'
import { fuseRankings } from '#src/evidence/search/semantic/fuse.ts'

const spot = (sourceId: string, score: number, coverage: number) => ({
  sourceId,
  segment: 0,
  sentence: 0,
  score,
  coverage,
})
const near = spot('near in meaning', 1, 0)

function fuse(coverage: number): string[] {
  const lexical = [spot('best by words', 1, coverage), spot(near.sourceId, 0.9, 0.5)]
  const fused = fuseRankings(lexical, [near])
  return fused.map(({ sourceId }) => sourceId)
}

t.test('the best by words stays first where every word of the query stands in some inflection', async (t) => {
  t.same(fuse(1), ['best by words', near.sourceId])
})

t.test('what is near in meaning and has half of the words overtakes what lacks a word', async (t) => {
  t.same(fuse(0.8), [near.sourceId, 'best by words'])
})
