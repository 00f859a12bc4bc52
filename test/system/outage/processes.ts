import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process of the embedded server of this folder, and all of its sessions and writers. */
export function listServerProcesses(folder: string): number[] {
  const [line = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const server = Number.parseInt(line, 10)
  return [server, ...listChildren(server)]
}

function listChildren(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => readParent(pid) === parent).map(Number)
}

/** Fields of `stat` follow the name in brackets, which may contain anything; the second of them is the parent. */
function readParent(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // it has ended since
  }
}

/** Sends a signal to each that still exists. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
