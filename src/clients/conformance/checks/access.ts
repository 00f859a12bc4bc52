import { randomUUID } from 'node:crypto'
import type { Operation } from '#src/contract/document.ts'
import { isArtistId, isPublic } from '#src/contract/operations.ts'
import type { CallerName, Exchange } from '../call.ts'
import type { CheckContext } from '../check.ts'
import { expectStatus } from '../expect.ts'
import { getExampleBody, isRead, takesKey } from '../operations.ts'

/** Refused without a credential. Sent without a body, so that a deployment that forgets the check stores nothing. */
export async function checkAnonymous({ call, skip }: CheckContext, operation: Operation): Promise<void> {
  if (operation.id === 'runResearchScheduler')
    return skip(operation, 'it runs the queue, and its secret belongs to the scheduler alone')
  if (isPublic(operation)) return
  const send = (input: string, headers = {}) => call(operation, input, { as: 'anonymous', headers })
  expectStatus(await send('no credential'), 401)
  expectStatus(await send('a garbled token', { authorization: 'Bearer not.a.token' }), 401)
  expectStatus(await send('another scheme', { authorization: 'Basic bm90OmE=' }), 401)
  // 503 where the deployment has no key.
  if (takesKey(operation))
    expectStatus(await send('a wrong research key', { 'x-service-research-key': 'of-another-deployment' }), 401, 503)
}

/** By each caller whose token is given. A write to a foreign artist is refused before anything else is checked. */
export async function checkCallers({ call, options, artist, skip }: CheckContext, operation: Operation): Promise<void> {
  if (isPublic(operation)) return
  const body = getExampleBody(operation)
  const send = (as: CallerName, at: string, input: string) => call(operation, input, { as, artist: at, body })
  if (isRead(operation)) {
    expectAllowed(await send('claimant', artist, 'the claimant'))
    if (options.administratorToken !== undefined) expectAllowed(await send('administrator', artist, 'an administrator'))
    if (takesKey(operation) && options.researchKey !== undefined)
      expectAllowed(await send('researchKey', artist, 'the research key'))
  }
  if (!operation.parameters.some(isArtistId)) return
  const expectHidden = async (as: CallerName, who: string, hidden: string | undefined, what: string) => {
    const missing = await send(as, randomUUID(), `${who}, an artist that does not exist`)
    expectStatus(missing, 403)
    if (hidden !== undefined) expectAlike(await send(as, hidden, `${who}, ${what}`), missing)
  }
  await expectHidden('claimant', 'the claimant', options.otherArtist, 'an artist of another claimant')
  if (options.strangerToken === undefined) skip(operation, 'a stranger’s access: --stranger-token was not given')
  else await expectHidden('stranger', 'a stranger', artist, 'the artist')
}

function expectAllowed({ status, report }: Exchange): void {
  if (status === 401 || status === 403) report(`is refused with ${status}`)
}

/** Headers that differ from one response to the next. */
const varying = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*|traceparent|server-timing|age|via|cf-.*|x-.*-trace.*)$/

/** What a caller may not see is answered like what does not exist. */
function expectAlike(existing: Exchange, missing: Exchange): void {
  const compare = (what: string, one: unknown, other: unknown) => {
    if (one !== other) existing.report(`tells that the artist exists: ${what} ${one}, and ${other} for none`)
  }
  compare('status', existing.status, missing.status)
  compare('body', existing.text, missing.text)
  for (const name of new Set([...existing.headers.keys(), ...missing.headers.keys()]))
    if (!varying.test(name)) compare(`header ${name} is`, existing.headers.get(name), missing.headers.get(name))
}
