import { randomUUID } from 'node:crypto'
import type { Operation } from '#src/contract/document.ts'
import { type Check, type CheckContext, forEachAtOnce } from '../check.ts'
import { isPublic, isRead, ofArtist, operations, takesKey } from '../operations.ts'
import { buildParts, getExampleBody, nameArtist } from '../requests.ts'
import type { CallerName, Exchange } from '../session.ts'

/** Sent without a body, so that a deployment that forgets to ask for a credential stores nothing. */
export const checkAnonymous: Check = {
  name: 'access without a credential',
  run(context) {
    context.skip('runResearchScheduler', 'it runs the queue, and its secret belongs to the scheduler alone')
    return forEachAtOnce(
      operations.filter((operation) => !isPublic(operation)),
      async (operation) => {
        const parts = buildParts(operation, context)
        const send = (input: string, headers?: Record<string, string>) =>
          context.send({ ...parts, as: 'anonymous', input, ...(headers && { headers }) })
        expectStatus(context, await send('no credential'), 401)
        expectStatus(context, await send('a garbled token', { authorization: 'Bearer not.a.token' }), 401)
        expectStatus(context, await send('another scheme', { authorization: 'Basic bm90OmE=' }), 401)
        if (!takesKey(operation)) return
        const { status } = await send('a wrong research key', { 'x-service-research-key': 'wrong'.repeat(8) })
        // 503 where the deployment has no key.
        if (status !== 401 && status !== 503)
          context.report(operation, 'a wrong research key', `status ${status}, not 401`)
      },
    )
  },
}

/** Each read by each of the callers whose tokens are given. */
export const checkAccessToReads: Check = {
  name: 'access to reads',
  signedIn: true,
  run: (context) => forEachAtOnce(operations.filter(isRead), (operation) => tryCallers(context, operation)),
}

/** Each write to an artist of another claimant: refused before anything is looked at. */
export const checkAccessToWrites: Check = {
  name: 'access to writes',
  writes: true,
  signedIn: true,
  run: (context) =>
    forEachAtOnce(
      operations.filter(({ method }) => method !== 'GET'),
      (operation) => tryCallers(context, operation),
    ),
}

async function tryCallers(context: CheckContext, operation: Operation): Promise<void> {
  const { options, artist } = context
  if (isPublic(operation)) return
  const body = getExampleBody(operation)
  const call = (as: CallerName, at: string, input: string) =>
    context.send({ ...nameArtist(operation, buildParts(operation, context), at), ...(body && { body }), as, input })
  const isOfArtist = ofArtist(operation) !== undefined
  if (isRead(operation)) expectAllowed(context, await call('claimant', artist, 'the claimant'))
  if (isRead(operation) && options.administratorToken !== undefined)
    expectAllowed(context, await call('administrator', artist, 'an administrator'))
  if (takesKey(operation) && isRead(operation) && options.researchKey !== undefined)
    expectAllowed(context, await call('researchKey', artist, 'the research key'))
  if (!isOfArtist) return
  const missing = await call('claimant', randomUUID(), 'the claimant, an artist that does not exist')
  expectStatus(context, missing, 403)
  if (options.otherArtist !== undefined)
    expectSame(
      context,
      await call('claimant', options.otherArtist, 'the claimant, an artist of another claimant'),
      missing,
    )
  if (options.strangerToken === undefined) return
  const unknown = await call('stranger', randomUUID(), 'a stranger, an artist that does not exist')
  expectStatus(context, unknown, 403)
  expectSame(context, await call('stranger', artist, 'a stranger, the artist'), unknown)
}

function expectStatus({ report }: CheckContext, { call, status }: Exchange, expected: number): void {
  if (status !== expected) report(call.operation, call.input, `status ${status}, not ${expected}`)
}

function expectAllowed({ report }: CheckContext, { call, status }: Exchange): void {
  if (status === 401 || status === 403) report(call.operation, call.input, `is refused with ${status}`)
}

/** Headers that differ from one response to the next. */
const varying = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*|traceparent|server-timing|age|via|cf-.*|x-.*-trace.*)$/

/** What a caller may not see is answered like what does not exist. */
function expectSame({ report }: CheckContext, existing: Exchange, missing: Exchange): void {
  const { operation, input } = existing.call
  const differences = [
    ...(existing.status === missing.status ? [] : [`status ${existing.status}, and ${missing.status} for none`]),
    ...(existing.text === missing.text ? [] : [`body ${existing.text}, and ${missing.text} for none`]),
    ...compareHeaders(existing.headers, missing.headers),
  ]
  for (const difference of differences) report(operation, input, `tells that the artist exists: ${difference}`)
}

function compareHeaders(one: Headers, other: Headers): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].filter((name) => !varying.test(name))
  return names
    .filter((name) => one.get(name) !== other.get(name))
    .map((name) => `header ${name} is ${one.get(name)}, and ${other.get(name)} for none`)
}
