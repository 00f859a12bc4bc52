import type { Test } from 'tap'
import { type ClientOptions, createArtistClient, createClient } from '../../src/clients/typescript/index.ts'
import type { Providers } from '../../src/research/providers/index.ts'
import { newWorld } from '../support/world.ts'
import { createFaultyProxy } from './faults.ts'

/** The published client, of the artist's claimant, before a real service behind an unreliable proxy. */
export async function clientStage(t: Test, env: Record<string, string> = {}, providers: Providers = {}) {
  const world = await newWorld(t, env, providers)
  const proxy = await createFaultyProxy(t, await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const waits: number[] = []
  const options: ClientOptions = {
    baseUrl: proxy.url,
    token: await world.token('owner'),
    onRetry: ({ waitMs }) => waits.push(waitMs),
  }
  const client = createClient(options)
  /** The requests to these paths, in the order in which they came. */
  const sent = (end: string) => proxy.passed.filter(({ path }) => path.split('?')[0]?.endsWith(end))
  return { ...proxy, world, options, client, artist: createArtistClient(client, world.artistId), waits, sent }
}
