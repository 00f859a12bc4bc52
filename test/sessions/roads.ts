import type { Test } from 'tap'
import type { HashedReference } from '#src/text/revisions.ts'
import { type Answer, cite, counts, type Loose, newWorld } from '../support/world.ts'
import { another, rememberedOffer } from './follow-up.ts'
import { interviewOf, passage } from './interview.ts'

/*
 * An offer is decided on what is read, or on what this process remembers, and then the statement that keeps it judges
 * the evidence. Nobody outside may be able to tell which: each case is offered once either way, in a sitting of its
 * own.
 */

/**
 * Trips and statements of an offer: kept at once, or read and refused or kept; tried in vain, then read and refused or
 * kept.
 */
const roads = {
  kept: { trips: 1, statements: 1 },
  refused: { trips: 1, statements: 2 },
  read: { trips: 2, statements: 3 },
  vain: { trips: 2, statements: 3 },
  overtaken: { trips: 3, statements: 4 },
} as const
type Road = keyof typeof roads

export async function onBothRoads(t: Test) {
  const world = await newWorld(t)
  const services = { read: await another(t, world), remembered: await another(t, world) }
  // Who calls is asked once.
  for (const service of Object.values(services)) await interviewOf(service).restore()
  const source = await world.addSource(passage)
  const about = cite(source, 'we kept the first take')

  /** Offers in a sitting that has just begun, whose beginning the service remembers or knows nothing of. */
  async function offerBy(
    road: keyof typeof services,
    references: () => Promise<HashedReference[]>,
    { befalls, more, mends }: Befalling = {},
  ) {
    const service = services[road]
    const other = interviewOf(services[road === 'read' ? 'remembered' : 'read'])
    const interview = interviewOf(service)
    const cited = await references()
    const { session } = (await (road === 'read' ? other : interview).start()).body
    const body = { ...(await interview.prepared(session, 1, cited)), ...more }
    await befalls?.(cited)
    t.equal(rememberedOffer(service, session) !== undefined, road === 'remembered', `it is ${road}`)
    const before = await counts(world.db)
    let answer: Answer | undefined
    const cost = await service.costOf(async () => {
      answer = await interview.sendOffer(session, body)
      return answer
    })
    const { status, body: told } = answer as unknown as Answer
    const isKept = status === 200
    t.strictSame((await counts(world.db)).audit_events, (before.audit_events as number) + (isKept ? 1 : 0))
    if (isKept) t.strictSame(told.question.references, cited)
    await mends?.()
    await other.finish(session)
    return { status, code: told.code as string | undefined, cost }
  }

  async function same(
    words: string,
    expected: number | string,
    [read, remembered]: [Road, Road],
    references: () => Promise<HashedReference[]>,
    more: Befalling = {},
  ): Promise<void> {
    const one = await offerBy('read', references, more)
    const other = await offerBy('remembered', references, more)
    const told = ({ status, code }: { status: number; code: string | undefined }) => code ?? status
    t.strictSame([told(one), told(other)], [expected, expected], words)
    t.equal(one.status, other.status, words)
    t.strictSame([one.cost, other.cost], [roads[read], roads[remembered]], `${words}: what it took`)
  }
  return { ...world, world, services, source, about, same }
}

/** What happens between start and offer, what the offer says besides, and what puts an end to it. */
type Befalling = {
  befalls?: (cited: HashedReference[]) => Promise<unknown>
  more?: Loose
  mends?: () => Promise<unknown>
}
