import type { Match } from './match.ts'
import type { Query, Term } from './query.ts'

/** How much text is looked through. */
export type Extent = { sources: number; units: number }

/** A unit of a source around which a window may be laid. */
export type Anchor = { sourceId: string; part: number; unit: number; score: number; coverage: number }

export const tuning = {
  /** What a hit counts for a unit so many units away. */
  reach: [1, 0.62, 0.38, 0.22],
  /** How soon more of the same term stops counting. */
  saturation: 0.7,
  pair: 0.55,
  pairChars: 24,
  source: 0.12,
  focus: 0.35,
}

type Hit = { term: number; unit: number; part: number; offset: number; word: string; worth: number; quality: number }

/**
 * Every unit that a hit reaches, with its score, best first. A unit is scored with what stands around it, as BM25 scores a
 * document: rare terms count more, and a second hit less than the first. Terms that stand together as in the query count more,
 * and so do the sources that speak of the matter elsewhere too.
 */
export function rank(query: Query, matches: Match[], extent: Extent): Anchor[] {
  const worths = worthsOf(query, matches, extent)
  const total = sum(query.terms.map((term, place) => missingWeight(term, worths[place]) * (worths[place]?.full ?? 0)))
  const bySource = Map.groupBy(matches, ({ posting }) => posting.source_id)
  const anchors: Anchor[] = []
  for (const [sourceId, own] of bySource) {
    const about = sourceScore(query, own, matches, extent)
    for (const anchor of anchorsOf(query, hitsOf(query, own, worths), total)) {
      anchors.push({ ...anchor, sourceId, score: anchor.score * (1 + tuning.source * about) })
    }
  }
  return anchors.sort((one, other) => other.score - one.score)
}

/** What a term is worth: the rarer, the more. A term that no text has is worth the most, though nothing earns it. */
function worthsOf(query: Query, matches: Match[], { units }: Extent) {
  const rarity = (count: number) => Math.log(1 + (units - count + 0.5) / (count + 0.5))
  return query.terms.map((_, term) => {
    const own = matches.filter((match) => match.term === term)
    const unitsWith = (kept: Match[]) =>
      new Set(kept.flatMap(({ posting }) => posting.units.map((unit) => `${posting.source_id} ${unit}`))).size
    const direct = own.filter((match) => match.direct)
    const full = rarity(direct.length > 0 ? unitsWith(direct) : 0.5)
    const byFamily = new Map<string, number>()
    for (const [family, kept] of Map.groupBy(
      own.filter((match) => !match.direct),
      ({ posting }) => posting.family,
    )) {
      byFamily.set(family, Math.min(full, rarity(unitsWith(kept))))
    }
    return { full, byFamily, known: direct.length > 0 }
  })
}

/** What a term counts in the whole that a window is to cover: a name that no text has was asked for in particular. */
const missingWeight = ({ weight, named }: Term, worth: Worths[number] | undefined) =>
  named && worth?.known === false ? 2 * weight : weight

type Worths = ReturnType<typeof worthsOf>

function hitsOf(query: Query, matches: Match[], worths: Worths): Hit[] {
  return matches.flatMap(({ term, posting, quality, direct }) => {
    const worth = worths[term]
    const each = direct ? worth?.full : worth?.byFamily.get(posting.family)
    const weight = query.terms[term]?.weight ?? 0
    return posting.units.map((unit, at) => ({
      term,
      unit,
      part: posting.part,
      offset: posting.offsets[at] ?? 0,
      word: posting.word,
      worth: weight * (each ?? 0),
      quality,
    }))
  })
}

function anchorsOf(query: Query, hits: Hit[], total: number) {
  const byUnit = Map.groupBy(hits, ({ unit }) => unit)
  const reached = new Set(byUnit.keys())
  const anchors = []
  for (const unit of reached) {
    const around = []
    for (let distance = 1 - tuning.reach.length; distance < tuning.reach.length; distance += 1) {
      for (const hit of byUnit.get(unit + distance) ?? [])
        around.push({ hit, reach: tuning.reach[Math.abs(distance)] ?? 0 })
    }
    const own = byUnit.get(unit) ?? []
    let score = 0
    let covered = 0
    for (let term = 0; term < query.terms.length; term += 1) {
      const forTerm = around.filter(({ hit }) => hit.term === term)
      if (forTerm.length === 0) continue
      const amount = (each: { hit: Hit; reach: number }) => each.hit.quality * each.reach
      const frequency = sum(forTerm.map(amount))
      const best = forTerm.reduce((one, other) => (value(other) > value(one) ? other : one))
      score += (best.hit.worth * (frequency * (1 + tuning.saturation))) / (frequency + tuning.saturation)
      covered += best.hit.worth * best.hit.quality
    }
    const focus = sum(
      query.terms.map((_, term) =>
        Math.max(0, ...own.filter((hit) => hit.term === term).map((hit) => hit.worth * hit.quality)),
      ),
    )
    score +=
      tuning.focus * focus +
      pairsIn(
        query,
        around.filter(({ reach }) => reach > 0.3).map(({ hit }) => hit),
      )
    anchors.push({ unit, part: own[0]?.part ?? 0, score, coverage: total === 0 ? 0 : covered / total })
  }
  return anchors
}
const value = ({ hit, reach }: { hit: Hit; reach: number }) => hit.worth * hit.quality * (0.5 + reach)

/** Terms that follow each other in the query and stand close together in the text. */
function pairsIn(query: Query, hits: Hit[]): number {
  return sum(
    query.pairs.map(([first, second]) => {
      let best = 0
      for (const one of hits) {
        if (one.term !== first) continue
        for (const other of hits) {
          if (other.term !== second) continue
          const gap =
            other.offset > one.offset
              ? other.offset - one.offset - one.word.length
              : one.offset - other.offset - other.word.length + 6
          if (gap > tuning.pairChars || gap < 0) continue
          best = Math.max(
            best,
            Math.min(one.worth, other.worth) * Math.min(one.quality, other.quality) * (gap <= 3 ? 1 : 0.5),
          )
        }
      }
      return tuning.pair * best
    }),
  )
}

/** How much a whole source speaks of the query, from 0 to 1. */
function sourceScore(query: Query, own: Match[], all: Match[], { sources }: Extent): number {
  let score = 0
  let most = 0
  for (const [term, { weight }] of query.terms.entries()) {
    const having = new Set(
      all.filter((match) => match.term === term && match.direct).map(({ posting }) => posting.source_id),
    ).size
    if (having === 0) continue
    const rarity = weight * Math.log(1 + sources / having)
    const count = sum(
      own.filter((match) => match.term === term && match.direct).map(({ posting }) => posting.units.length),
    )
    score += (rarity * count) / (count + 2)
    most += rarity
  }
  return most === 0 ? 0 : score / most
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
