import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { startGenerator } from '../load/generator.ts'

const stat = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { ppid: fields[1] as string, ms: (Number(fields[11]) + Number(fields[12])) * 10 }
  } catch { return undefined }
}
const pids = () => readdirSync('/proc').filter((n) => /^\d+$/.test(n))
const command = (pid: string) => { try { return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') } catch { return '' } }
export const isLong = true
export const servers = ['stock']
export const createBenchmarks = async (environment: any) => {
  const generate = await startGenerator(environment)
  const { base } = await environment.startService(process.env.TRIAL_ENV ? JSON.parse(process.env.TRIAL_ENV) : {})
  const all = pids()
  const mine = all.filter((pid) => stat(pid)?.ppid === String(process.pid))
  const service = mine.find((pid) => /server/.test(command(pid)) && !/postgres/.test(command(pid)))
  const pm = all.find((pid) => /postgres/.test(command(pid)) && command(pid).includes(environment.folder))

  const cpu = () => ({
    service: service ? stat(service)?.ms ?? 0 : 0,
    pg: pids().reduce((sum, pid) => { const s = stat(pid); return s && (s.ppid === pm) ? sum + s.ms : sum }, 0),
  })
  const loads = JSON.parse(process.env.TRIAL ?? '[{"work":"revise","connections":16}]')
  for (const load of loads) {
    await generate({ ...load, service: base, seconds: 3 })
    for (let i = 0; i < Number(process.env.TRIAL_ROUNDS ?? 4); i++) {
      if (process.env.TRIAL_STRACE && i === 1) spawn('timeout', ['4', 'strace', '-c', '-f', '-o', process.env.TRIAL_STRACE, '-p', process.env.TRIAL_PG ? pids().filter((p) => stat(p)?.ppid === pm)[10] as string : service as string])
      const before = cpu(); const t = performance.now()
      const [m] = await generate({ ...load, service: base, seconds: 3 }) as any
      const after = cpu(); const seconds = (performance.now() - t) / 1000
      const rate = m.value
      const n = m.value * 3
      console.log(JSON.stringify(load), 'rate', Math.round(rate), 'service us/req', Math.round((after.service - before.service) * 1000 / n), 'pg us/req', Math.round((after.pg - before.pg) * 1000 / n), JSON.stringify(m).slice(0, 200))
    }
  }
  return []
}
