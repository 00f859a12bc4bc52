import type { Test } from 'tap'
import { type ClientOptions, createArtistClient, createClient } from '../../src/clients/typescript/index.ts'
import type { Providers } from '../../src/research/providers/index.ts'
import { createTestContext } from '../support/test-context.ts'
import { createFaultyProxy } from './faults.ts'

/** The published client, of the artist's claimant, before a real service behind an unreliable proxy. */
export async function createClientContext(t: Test, env: Record<string, string> = {}, providers: Providers = {}) {
  const context = await createTestContext(t, env, providers)
  const proxy = await createFaultyProxy(t, await context.app.listen({ port: 0, host: '127.0.0.1' }))
  const waits: number[] = []
  const options: ClientOptions = {
    baseUrl: proxy.url,
    token: await context.token('owner'),
    onRetry: ({ waitMs }) => waits.push(waitMs),
  }
  const client = createClient(options)
  /** The requests to these paths, in the order in which they came. */
  const sent = (end: string) => proxy.passed.filter(({ path }) => path.split('?')[0]?.endsWith(end))
  return { ...proxy, context, options, client, artist: createArtistClient(client, context.artistId), waits, sent }
}
