import { setTimeout as after } from 'node:timers/promises'
import { computeMedian, computePercentile } from '../../../scripts/bench/statistics.ts'
import { createInterviewClient } from '../../sessions/interview.ts'
import type { Actors } from '../service.ts'

/** Milliseconds between two reads: forty a second, as of forty open interviews. */
const readEveryMs = 25

/**
 * Milliseconds of each read. The reads begin at fixed times, whether or not those before have ended, so that no delay
 * hides another.
 */
export async function readFor(actors: Actors, windowMs: number): Promise<number[]> {
  const { restore } = createInterviewClient(actors)
  const until = performance.now() + windowMs
  const reads: Promise<number>[] = []
  for (let dueMs = performance.now(); dueMs < until; dueMs += readEveryMs) {
    await after(Math.max(0, dueMs - performance.now()))
    const read = measureRead(restore, dueMs)
    // Its error is reported at the end, with the others.
    read.catch(() => {})
    reads.push(read)
  }
  return await Promise.all(reads)
}

async function measureRead(read: () => Promise<{ status: number }>, due: number): Promise<number> {
  const { status } = await read()
  if (status !== 200) throw new Error(`A read was answered ${status}`)
  return performance.now() - due
}

/** Reads alone and beside load, in one round. */
export type Round = { quiet: number[]; beside: number[] }

/**
 * The p99 of the reads alone and beside load, each the median of its rounds: a machine with other load has bad moments
 * of its own. `ratio`: how many times the latter is the former.
 */
export function compareRounds(rounds: readonly Round[]) {
  const quiet = computeMedian(rounds.map((round) => computePercentile(round.quiet, 99)))
  const beside = computeMedian(rounds.map((round) => computePercentile(round.beside, 99)))
  return { quiet, beside, ratio: Math.round((100 * beside) / quiet) / 100 }
}

export const formatRound = ({ quiet, beside }: Round) =>
  `medians ${formatPercentile(quiet, 50)} and ${formatPercentile(beside, 50)} ms, p99 ${formatPercentile(quiet, 99)} and ${formatPercentile(beside, 99)} ms`

export const formatPercentile = (durationsMs: readonly number[], percent: number) =>
  computePercentile(durationsMs, percent).toFixed(1)

/** How often each occurred, in words. */
export const formatCounts = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} times ${kind}`)
    .join(', ')
