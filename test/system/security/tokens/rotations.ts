import type { ServerResponse } from 'node:http'
import type { TestEnvironment } from '../../environment.ts'
import { type Deployment, startKeyServer, startPublishedDeployment } from './deployment.ts'
import { exportJwk, type Issuer, newIssuer, signToken } from './issuer.ts'

type Say = (response: ServerResponse) => void
const createResponder =
  (...issuers: Issuer[]): Say =>
  (response) =>
    void response.end(JSON.stringify({ keys: issuers.map(exportJwk) }))

/** Milliseconds: an unknown key is fetched again after the pause, and known ones after their age. */
const pauseMs = 31_000
const ageMs = 601_000

/**
 * Keys that are added and removed while the service runs, and an unreachable issuer. The clock of this process is
 * advanced instead of waiting; tokens are made by the same clock. Returns the unexpected results.
 */
export async function tryRotations(environment: TestEnvironment, path: string): Promise<string[]> {
  const [first, second] = [newIssuer('ES256', 'first'), newIssuer('ES256', 'second')]
  const server = await startKeyServer(environment, createResponder(first))
  const deployment = await startPublishedDeployment(environment, path, first, server.url)
  const wrong: string[] = []
  const askAs = (issuer: Issuer) => deployment.ask(signToken(issuer, deployment.fixture.claims()))
  async function expect(issuer: Issuer, status: number, title: string) {
    const answer = await askAs(issuer)
    const says = status === 503 ? answer.headers['retry-after'] !== undefined : true
    if (answer.status !== status || !says) wrong.push(`${title}: ${answer.status} instead of ${status}`)
  }

  const clock = Date.now
  try {
    await expect(first, 200, 'the published key')
    await expect(second, 401, 'a key that is not published')
    server.respond = createResponder(first, second)
    await expect(second, 401, 'a new key within the pause')
    await tryUnknownKeys(deployment, server, wrong)
    advanceClock(clock, pauseMs)
    await expect(second, 200, 'a new key after the pause')
    await expect(first, 200, 'the old key beside the new one')
    server.respond = createResponder(second)
    advanceClock(clock, pauseMs + ageMs)
    await expect(second, 200, 'the key that stays')
    await expect(first, 401, 'a key that was taken out of the set')
    server.respond = (response) => void response.destroy()
    await expect(second, 200, 'a known key while the issuer is away')
    advanceClock(clock, pauseMs + 2 * ageMs)
    await expect(second, 503, 'an issuer that is away for long')
    server.respond = createResponder(second)
    await expect(second, 200, 'an issuer that is back')
  } finally {
    Date.now = clock
  }
  return wrong
}

/** Unauthenticated callers must not be able to make the service call its issuer again and again. */
async function tryUnknownKeys({ ask, fixture }: Deployment, server: { keyRequests: number }, wrong: string[]) {
  const before = server.keyRequests
  const tokens = Array.from({ length: 100 }, (_, at) =>
    signToken(fixture.forger, fixture.claims(), { kid: `unknown-${at}` }),
  )
  const answers = await Promise.all(tokens.map(ask))
  if (answers.some(({ status }) => status !== 401)) wrong.push('an unpublished key was accepted')
  if (server.keyRequests > before)
    wrong.push(`100 tokens of unknown keys asked the issuer ${server.keyRequests - before} times`)
}

function advanceClock(clock: () => number, ms: number): void {
  Date.now = () => clock() + ms
}
