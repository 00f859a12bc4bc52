import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { buildRequest, createTestContext } from './test-context.ts'

/** The service of `createTestContext` on a socket, for requests that `inject` would change; `send` asks by `fetch`. */
export async function createListeningContext(
  t: Test,
  env: Record<string, string | undefined> = {},
  providers: Providers = {},
) {
  const context = await createTestContext(t, env, providers)
  const base = await context.app.listen({ port: 0, host: '127.0.0.1' })
  async function send(
    subject: string | null,
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const authorization = subject === null ? {} : { authorization: `Bearer ${await context.token(subject)}` }
    return await fetch(base + url, {
      ...buildRequest({ method, url, headers: { ...authorization, ...headers }, body }),
      signal,
    })
  }
  return { ...context, base, send }
}
