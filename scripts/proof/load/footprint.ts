import { readdirSync, readFileSync } from 'node:fs'

/** What a process takes of the machine: mebibytes that it holds, and files and sockets that it has open. */
export type Footprint = { mebibytes: number; files: number }

export function footprintOf(pid: number): Footprint {
  const [, kibibytes = 'NaN'] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { mebibytes: Number(kibibytes) / 1_024, files: readdirSync(`/proc/${pid}/fd`).length }
}

/** Takes the footprint again and again until told to stop; returns all of them. */
export function watchFootprint(pid: number, everyMs: number): () => Footprint[] {
  const taken = [footprintOf(pid)]
  const timer = setInterval(() => taken.push(footprintOf(pid)), everyMs)
  return () => {
    clearInterval(timer)
    return taken
  }
}

/** Timers that a service has running; told by its own metrics. */
export async function timersOf(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const [, count] = /^nodejs_active_resources\{type="Timeout"\} (\d+)$/m.exec(text) ?? []
  if (count === undefined) throw new Error('The metrics do not tell how many timers there are')
  return Number(count)
}
