import type { Benchmark, Benchmarks, Entrant, Goal, Row } from '../benchmark.ts'
import { checkReplies } from '../load/check-replies.ts'
import { startGenerator, toEntrant } from '../load/generator.ts'
import type { Load } from '../load/scenarios.ts'
import { startPeer } from '../start-peer.ts'

const byHand = 'one statement by hand on plain tables, no HTTP'
const glue = 'fastify-openapi-glue'

/** Requests for random answers of 100,000, of 10,000 artists: alone, of several writers, and as whole sittings. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const generate = await startGenerator(environment)
  const { base } = await environment.startService()
  const peer = await startPeer(environment)
  await checkReplies(environment, base, peer)
  const services: (Pick<Entrant, 'name' | 'role'> & { service?: string })[] = [
    { name: byHand, role: 'floor' },
    { name: glue, role: 'peer', service: peer },
    { name: 'Sittings', role: 'ours', service: base },
  ]

  const compare = (load: Omit<Load, 'service' | 'seconds'>, rows: readonly Row[], warmUpSeconds = 3): Benchmark => ({
    rows,
    warmUpSeconds,
    entrants: services.map((entrant) => toEntrant(generate, entrant, load)),
  })
  const buildRow = (work: string, ...goals: Goal[]): Row => ({ work, unit: 'a second', goals })

  const onEachServer = [
    compare({ work: 'read', connections: 32 }, [buildRow('read, 32 connections', { against: glue, atLeast: 1.4 })]),
    compare({ work: 'revise', connections: 16 }, [buildRow('revise, 16 writers')]),
    compare(
      { work: 'sitting', connections: 16 },
      ['offer', 'answer', 'finish'].map((step) => buildRow(`${step}, 16 sittings at once`)),
    ),
  ]
  if (environment.server !== 'stock') return onEachServer
  return [
    ...onEachServer,
    compare({ work: 'revise', connections: 1 }, [buildRow('revise, one writer')], 1),
    compare({ work: 'revise', connections: 16, sharedArtist: true }, [buildRow('revise, 16 writers of one artist')], 1),
  ]
}
