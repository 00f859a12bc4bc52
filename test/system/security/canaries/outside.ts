import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestEnvironment } from '../../environment.ts'

/** All external systems in one server that fails in rotation, each time with the word in its response. */
export async function openFailingOutside(environment: TestEnvironment, word: string) {
  let requests = 0
  const failures: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(500, { 'x-word': word }).end(word),
    (response) => response.writeHead(401).end(JSON.stringify({ error: { message: word } })),
    (response) => response.writeHead(429, { 'retry-after': word }).end(word),
    (response) => response.writeHead(302, { location: `http://user:${word}@127.0.0.1:1/${word}?key=${word}` }).end(),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"${word}":`),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ [word]: word })),
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(word),
    (response) => void response.socket?.end(`HTTP/1.1 ${word}\r\n${word}\r\n\r\n`),
    (response) => void response.destroy(),
  ]
  const server = createServer((_request, response) => failures[requests++ % failures.length]?.(response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  environment.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    APIFY_TOKEN: `apify-${word}`,
    APIFY_URL: base,
    MUSICBRAINZ_CONTACT: `${word}@example.org`,
    MUSICBRAINZ_URL: base,
    SEARXNG_URL: `${base}/${word}`,
    TAVILY_API_KEY: `tvly-${word}`,
    TAVILY_URL: base,
    LORE_MODEL_BASE_URL: `${base}/${word}`,
    LORE_MODEL_NAME: 'drafter',
    LORE_MODEL_API_KEY: `sk-${word}`,
    EMBEDDING_MODEL_BASE_URL: `${base}/${word}`,
    EMBEDDING_MODEL_NAME: 'vectors',
    EMBEDDING_MODEL_API_KEY: `sk-${word}`,
  }
  return { settings, requests: () => requests }
}
