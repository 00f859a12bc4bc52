import { deepStrictEqual, fail, match, ok } from 'node:assert/strict'
import { catalogue, type ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { ApiReply, Loose, TestContext } from '../support/test-context.ts'
import { createModelContext, type ModelContext } from './context.ts'
import { buildListing, readNextCursor } from './lists.ts'
import { operate } from './operator.ts'
import { buildRequest } from './requests.ts'
import type { ListStep, OperatorStep, RequestStep, Step } from './steps.ts'
import type { Learn } from './verdict.ts'

/**
 * Plays a sequence on artists of its own and compares every response with the model's. @throws at the first difference
 */
export async function play(service: TestContext, steps: readonly Step[]): Promise<void> {
  const context = await createModelContext(service)
  for (const [at, step] of steps.entries()) {
    try {
      await playStep(context, step)
    } catch (error) {
      throw new Error(`Step ${at}, ${JSON.stringify(step)}: ${(error as Error).message}`, { cause: error })
    }
  }
}

async function playStep(context: ModelContext, step: Step): Promise<void> {
  if (isOperatorStep(step)) return await operate(context, step)
  return isListStep(step) ? await playList(context, step) : await playRequest(context, step)
}

const isOperatorStep = (step: Step): step is OperatorStep => !('by' in step)
const isListStep = (step: RequestStep | ListStep): step is ListStep => 'limit' in step

/** The subject and the artist of a step, and what refuses it before anything of the artist is read. */
function resolveAddress(context: ModelContext, { by, artist: which }: RequestStep | ListStep) {
  const artist = context.artists[which === 1 ? 1 : 0]
  const other = context.artists[which === 1 ? 0 : 1]
  const subjects = {
    claimant: artist.claimant,
    'other claimant': other.claimant,
    admin: 'admin',
    stranger: 'stranger',
    'no user': 'unknown-subject',
    anonymous: null,
  }
  const isMissing = which === 'missing'
  const mayAct = by === 'admin' || (by === 'claimant' && artist.claimed && !isMissing)
  const base = `/api/artist/${isMissing ? context.uuid(0xdead) : artist.id}`
  const refusalTo = (isValid: boolean): ProblemCode | undefined => {
    if (by === 'anonymous' || by === 'no user') return 'not_signed_in'
    if (!isValid) return 'invalid_request'
    if (!mayAct) return 'not_your_artist'
    return isMissing ? 'not_found' : undefined
  }
  return { artist, other, subject: subjects[by], base, refusalTo }
}

async function playRequest(context: ModelContext, step: RequestStep): Promise<void> {
  const { artist, other, subject, base, refusalTo } = resolveAddress(context, step)
  const { method, path, body, headers, isValid, verdict } = buildRequest(context, step, artist, other)
  const answer = await context.service.call(subject, method, `${base}/${path}`, body, headers)
  const refusal = refusalTo(isValid)
  const expected = refusal === undefined ? verdict(artist, learnFrom(context, answer)) : { code: refusal }
  if ('code' in expected) return assertRefused(answer, expected.code)
  deepStrictEqual({ status: answer.status, body: answer.body }, { status: 200, body: expected.body })
  deepStrictEqual(answer.headers.etag, expected.etag)
}

function assertRefused({ status, body }: ApiReply, code: ProblemCode): void {
  deepStrictEqual({ status, code: body.code }, { status: catalogue[code].status, code })
  if (code === 'evidence_changed') match(body.error, /^references\/[0-2]: /)
}

/** New values are learned once: an identity that is not known yet, an instant that is not before the last one. */
function learnFrom(context: ModelContext, { status, body }: ApiReply): Learn {
  const at = (path: string): string => {
    const value = path.split('.').reduce((node: Loose, step) => node?.[step], body)
    return typeof value === 'string'
      ? value
      : fail(`expected a success with ${path}, got ${status} ${JSON.stringify(body)}`)
  }
  return {
    text: at,
    id: (path) => {
      const id = at(path)
      ok(!context.seen.has(id), `${path} is an identity of its own`)
      context.seen.add(id)
      return id
    },
    instant: (path) => {
      const instant = at(path)
      ok(instant >= context.clock, `${path} is not before ${context.clock}`)
      context.clock = instant
      return instant
    },
  }
}

async function playList(context: ModelContext, step: ListStep): Promise<void> {
  const { artist, other, subject, base, refusalTo } = resolveAddress(context, step)
  const listing = buildListing(context, step, artist, other)
  const refusal = refusalTo(true) ?? listing.findRefusal()
  const url = `${base}/${listing.path}`
  const pages: Loose[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = readNextCursor(pages.at(-1))) {
    const at = cursor === '' ? url : `${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`
    const answer = await context.service.call(subject, 'GET', at)
    if (refusal !== undefined) return assertRefused(answer, refusal)
    deepStrictEqual(answer.status, 200, JSON.stringify(answer.body))
    const flaw = listing.findFlaw(answer.body, pages.length === 0)
    ok(flaw === undefined, `page ${pages.length}: ${flaw}`)
    pages.push(answer.body)
    ok(pages.length < 500, 'a walk comes to its end')
  }
  deepStrictEqual(listing.collectItems(pages), listing.listExpected())
}
