import type { Benchmark, Benchmarks, Entrant, Goal, Row } from '../benchmark.ts'
import { checkReplies } from '../load/check-replies.ts'
import { startGenerator, toEntrant } from '../load/generator.ts'
import type { Load } from '../load/scenarios.ts'
import { peers, startPeer } from '../start-peer.ts'

const byHand = 'one statement by hand on plain tables, no HTTP'
const behindFastify = 'the statement behind fastify'

/** Requests for random answers of 100,000, of 10,000 artists: alone, of several writers, and as whole sittings. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const generate = await startGenerator(environment)
  const services: (Pick<Entrant, 'name' | 'role'> & { service?: string })[] = [{ name: byHand, role: 'floor' }]
  const { base } = await environment.startService()
  for (const [name, file] of Object.entries(peers)) {
    const service = await startPeer(environment, file)
    await checkReplies(environment, base, service)
    services.push({ name, role: 'peer', service })
  }
  services.push({ name: 'Sittings', role: 'ours', service: base })
  const ours = services.slice(-1)
  const statement = await startPeer(environment, 'fastify-statement.ts')
  const withStatement = services.toSpliced(1, 0, { name: behindFastify, role: 'floor', service: statement })

  const compare = (
    load: Omit<Load, 'service' | 'seconds'>,
    rows: readonly Row[],
    { entrants = services, warmUpSeconds = 1 } = {},
  ): Benchmark => ({ rows, warmUpSeconds, entrants: entrants.map((entrant) => toEntrant(generate, entrant, load)) })
  const buildRow = (work: string, ...goals: Goal[]): Row => ({ work, unit: 'a second', goals })
  const twiceExpress = { against: 'express', atLeast: 2 }

  const onEachServer = [
    compare(
      { work: 'read', connections: 32 },
      [buildRow('read, 32 connections', { against: 'best peer', atLeast: 1.4 })],
      {
        warmUpSeconds: 3,
      },
    ),
    compare(
      { work: 'revise', connections: 16 },
      [buildRow('revise, 16 writers', { against: 'express', atLeast: 2.4 }, { against: behindFastify, atLeast: 0.65 })],
      { entrants: withStatement, warmUpSeconds: 3 },
    ),
    compare(
      { work: 'sitting', connections: 16 },
      ['offer', 'answer', 'finish'].map((step) => buildRow(`${step}, 16 sittings at once`, twiceExpress)),
      { warmUpSeconds: 3 },
    ),
  ]
  if (environment.server !== 'stock') return onEachServer
  return [
    ...onEachServer,
    compare({ work: 'revise', connections: 1 }, [buildRow('revise, one writer', { against: 'express', atLeast: 1.7 })]),
    compare({ work: 'revise', connections: 16, sharedArtist: true }, [
      buildRow('revise, 16 writers of one artist', twiceExpress),
    ]),
    compare({ work: 'fiveCalls', connections: 16 }, [buildRow('a sitting of five calls, 16 at once')], {
      entrants: ours,
    }),
  ]
}
