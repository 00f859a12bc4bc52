import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { computeMedian } from '../../scripts/bench/statistics.ts'

/** The resources of a process: mebibytes of memory, and open files and sockets. */
type Footprint = { mebibytes: number; files: number }

export function readFootprint(pid: number): Footprint {
  const [, kibibytes = 'NaN'] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { mebibytes: Number(kibibytes) / 1_024, files: readdirSync(`/proc/${pid}/fd`).length }
}

/** Begins a new measurement of the process's peak memory; returns a function that gives it in mebibytes. */
export function watchPeak(pid: number): () => number {
  // proc(5): 5 resets the high-water mark of the resident set.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return () => {
    const [, kibibytes = 'NaN'] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) / 1_024
  }
}

/** Samples the footprint until it is stopped; returns all of them. */
export function watchFootprint(pid: number, everyMs: number): () => Footprint[] {
  const samples = [readFootprint(pid)]
  const timer = setInterval(() => samples.push(readFootprint(pid)), everyMs)
  return () => {
    clearInterval(timer)
    return samples
  }
}

/**
 * For a service whose memory is measured: with so small a heap, a leak ends the process before the test ends.
 */
export const smallHeap = { NODE_OPTIONS: '--max-old-space-size=256' }

/** How much more the last third may use than the second: a leak grows with every minute. */
const growthMax = 1.15
/** The limit under any load; a few hundred of it are garbage that is not collected yet. */
const mebibytesMax = 600

/** Whether a process used no more in the last third of the time than in the second, and never too much. */
export function summarizeFootprints(samples: readonly Footprint[]) {
  const third = Math.floor(samples.length / 3)
  const computeMedianMebibytes = (part: readonly Footprint[]) => computeMedian(part.map(({ mebibytes }) => mebibytes))
  const [second, last] = [
    computeMedianMebibytes(samples.slice(third, 2 * third)),
    computeMedianMebibytes(samples.slice(2 * third)),
  ]
  const most = Math.max(...samples.map(({ mebibytes }) => mebibytes))
  return {
    isFlat: last <= growthMax * second,
    isWithin: most <= mebibytesMax,
    words: `${second.toFixed(0)} MiB held in the second third, ${last.toFixed(0)} in the last (${(last / second).toFixed(2)} times), ${most.toFixed(0)} at most`,
  }
}

/** How often each occurred, in words. */
export const formatCounts = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} times ${kind}`)
    .join(', ')
