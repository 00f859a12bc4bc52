import { setTimeout as after } from 'node:timers/promises'
import type { Proof } from '../finding.ts'
import { openFleet } from '../outages/fleet.ts'
import { differencesOf } from '../outages/kept.ts'
import { acknowledged, startLoad } from '../outages/load.ts'
import { tellMet } from '../outages/persist.ts'
import { type Between, openProxy } from '../outages/proxy.ts'
import { strokes } from '../outages/strokes.ts'

/** Long enough that a COMMIT comes by. */
const strokeWithinMs = 5_000
/** The longest of the black holes: every deadline of the service passes in it. */
const queryMs = 1_000

/**
 * The connections to the database are reset, swallowed and slowed down, and single messages are cut in the middle or lose their answer; most of
 * all, a COMMIT that is kept and of which the service does not learn. Callers ask again; nothing may be lost, and nothing done twice.
 */
export const prove: Proof = async (stage, { short }) => {
  const proxy = await openProxy(stage, stage.url)
  const fleet = await openFleet(stage, 1, {
    DATABASE_URL: proxy.url,
    DATABASE_QUERY_TIMEOUT_MS: String(queryMs),
    DATABASE_STATEMENT_TIMEOUT_MS: String(0.9 * queryMs),
    DATABASE_LOCK_TIMEOUT_MS: String(0.8 * queryMs),
    DATABASE_POOL_WAIT_MS: String(queryMs),
  })
  const load = await startLoad(stage, fleet, { interviewers: 10, readers: 4, pumps: 2 })
  await load.reach(() => load.sittings() > 0)
  const fallen = new Map<string, number>()
  const count = (name: string) => void fallen.set(name, (fallen.get(name) ?? 0) + 1)
  const end = performance.now() + (short ? 3_000 : 60_000)
  do {
    // Most of all the one that each operation has to be safe against.
    for (const stroke of [...strokes, ...Array.from({ length: 12 }, () => 'commit lost' as const)]) {
      if (await proxy.strike(stroke, strokeWithinMs)) count(stroke)
    }
    for (const [name, trouble] of troubles) {
      await trouble(proxy)
      count(name)
    }
  } while (performance.now() < end)
  const lives = fleet.service(0).process.exitCode === null
  if (!lives) load.giveUp()
  await load.stop()
  const differences = await differencesOf(stage.db, load.kept)
  stage.say(tellMet(load.met))
  for (const words of [...load.wrong, ...differences].slice(0, 5)) stage.say(words)

  const told = [...fallen].map(([name, times]) => `${times} times ${name}`).join(', ')
  const hasFallen = [...strokes, ...troubles.keys()].every((name) => fallen.has(name))
  const unheard = load.met.filter(({ outcome }) => outcome !== '200' && outcome !== '503').length
  return {
    holds: lives && hasFallen && load.wrong.length + differences.length + unheard === 0,
    figure: `${told}; ${acknowledged(load)} acknowledged, ${differences.length} lost or done twice, ${unheard + load.wrong.length} answers other than 200 and 503`,
  }
}

/** What befalls all connections at once. */
const troubles = new Map<string, (proxy: Between) => Promise<unknown>>([
  [
    'reset',
    async ({ sever }) => {
      sever()
      await after(100)
    },
  ],
  [
    'swallowed',
    async ({ silence, speak }) => {
      silence()
      await after(1.5 * queryMs)
      speak()
    },
  ],
  [
    'slowed down',
    async ({ delay }) => {
      delay(25)
      await after(500)
      delay(0)
    },
  ],
])
