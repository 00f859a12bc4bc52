import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Test } from 'tap'

type Attribute = { key: string; value: Record<string, unknown> }
type Wire = { attributes?: Attribute[] }

export type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number; message?: string }
  attributes: Record<string, unknown>
  events: Record<string, unknown>[]
}

/** Receives spans as a collector does (OTLP over HTTP, as JSON), and stores everything it was sent. */
export async function startCollector(t: Pick<Test, 'teardown'>) {
  const raw: string[] = []
  const spans: Span[] = []
  const resources: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans?: ResourceSpans[] }
    raw.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
      resources.push(flat(resource))
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const events = (span.events ?? []).map((event) => ({ ...event, attributes: flat(event) }))
        spans.push({ ...span, attributes: flat(span), events })
      }
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { spans, resources, everything: () => raw.join('\n'), url: `http://127.0.0.1:${port}` }
}

type WireSpan = Omit<Span, 'attributes' | 'events'> & Wire & { events?: (Wire & { name: string })[] }
type ResourceSpans = { resource: Wire; scopeSpans: { spans: WireSpan[] }[] }

const flat = ({ attributes = [] }: Wire) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
