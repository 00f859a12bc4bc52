import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

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

/** How often each occurred, in words. */
export const formatCounts = (counts: Readonly<Record<string, number>> | ReadonlyMap<string, number>) =>
  (counts instanceof Map ? [...counts] : Object.entries(counts))
    .map(([kind, count]) => `${count} times ${kind}`)
    .join(', ')
