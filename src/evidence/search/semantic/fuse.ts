import { areNear, chooseDistinctAnchors } from '../passages.ts'
import type { Anchor } from '../rank.ts'
import type { SemanticRanking } from './search.ts'

/** The constant of reciprocal rank fusion: how little more the first of a ranking counts than the second. */
const damping = 10

/** What a rank by meaning counts beside one by words. Measured: from 0.3 to 0.5 the quality hardly moves. */
const semanticWeight = 0.4

/** Anchors of each ranking that can be among the results. */
const fusedAnchorsMax = 20

/** The least cosine of a result if the words give none. With a lower one, queries without an answer get results. */
const semanticOnlyCosineMin = 0.6

/** Whether every word of the query stands here, in some inflection; a cosine says no more about such an anchor. */
const holdsEveryWord = ({ coverage }: Anchor) => coverage > 0.99

/**
 * Two rankings of anchors as one by reciprocal rank fusion. A rank by words counts as much as its score has of the
 * best, and the best by words stays first if it holds every word: else one with half of the words overtook it. What
 * both have is anchored where its words stand.
 */
export function fuseRankings(lexical: Anchor[], semantic: Pick<SemanticRanking, 'anchors' | 'nearest'>): Anchor[] {
  if (semantic.anchors.length === 0 || (lexical.length === 0 && semantic.nearest < semanticOnlyCosineMin))
    return lexical
  const byWords = chooseDistinctAnchors(lexical, fusedAnchorsMax)
  const most = byWords[0]?.score ?? 0
  const fused = byWords.map((anchor, rank) => ({
    ...anchor,
    score: (anchor.score / most) * computeReciprocal(rank),
  }))
  const exact = fused.slice(0, 1).filter(holdsEveryWord)
  for (const [rank, anchor] of chooseDistinctAnchors(semantic.anchors, fusedAnchorsMax).entries()) {
    const score = semanticWeight * computeReciprocal(rank)
    const same = fused.find((other) => areNear(other, anchor))
    if (same === undefined) fused.push({ ...anchor, score })
    else same.score += score
  }
  const ranked = fused.slice(exact.length).sort((one, other) => other.score - one.score)
  return [...exact, ...ranked]
}

const computeReciprocal = (rank: number) => 1 / (damping + rank + 1)
