import type { Transaction } from 'kysely'
import type { Dependencies } from '#plugins/dependencies.ts'
import { lockArtist, requireAuthorized, selectAuthorization } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { OnboardingSteps } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transact.ts'
import {
  type AuditEvent,
  advanceHeadTo,
  type ChainHead,
  insertEvents,
  nextEvent,
  selectChainHead,
} from '#src/records/audit/events.ts'
import { beginOnboarding, markOnboarding, type Onboarding, type OnboardingChange } from './queries.ts'
import { viewSteps } from './views.ts'

/** Where a turn is taken. */
export type TurnContext = Dependencies & {
  caller: User
  artistId: string
  artistName: string
  /** The steps as this turn last saw them. */
  steps: OnboardingSteps
  /** Aborted when the client has gone: what was begun is saved, and nothing is made that is only shown. */
  abandoned: AbortSignal
}

type Change = Pick<AuditEvent, 'action' | 'subject' | 'revision' | 'details'>

/** What a turn changes at once: one transaction under the artist's lock, all of one instant. */
export type TurnTransaction = Omit<TurnContext, 'db' | 'steps'> & {
  trx: Transaction<DB>
  now: Date
  onboarding: Onboarding
  /** Number of the artist's newest audit event before this moment. */
  auditSeq: number
  /** The next event of the artist's trail; written with the others when the moment ends. */
  tell: (change: Change) => AuditEvent
  mark: (change: OnboardingChange) => Promise<void>
}

/** Changes something, or finds that it may not: a Problem that `work` throws takes everything back. */
export async function inTransaction<T>(scene: TurnContext, work: (moment: TurnTransaction) => Promise<T>): Promise<T> {
  const { db, caller, artistId } = scene
  const { result, onboarding } = await transact(db, async (trx) => {
    await lockArtist(trx, caller, artistId)
    const read = selectChainHead(selectAuthorization(trx, caller, artistId))
    const opened: ChainHead = requireAuthorized(await read.executeTakeFirstOrThrow())
    let onboarding = await beginOnboarding(trx, artistId, opened.now)
    scene.steps = viewSteps(onboarding)

    const events: AuditEvent[] = []
    const tell = (told: Change) => {
      const last = events.at(-1)
      const head = last === undefined ? opened : { audit_seq: last.seq, audit_head: last.hash, now: opened.now }
      const event = nextEvent(head, { ...told, artistId, actor: caller.subject })
      events.push(event)
      return event
    }
    const mark = async (marked: OnboardingChange) => {
      onboarding = await markOnboarding(trx, artistId, marked)
    }
    const { now } = opened
    const result = await work({ ...scene, trx, now, onboarding, auditSeq: opened.audit_seq ?? 0, tell, mark })
    const last = events.at(-1)
    if (last !== undefined) {
      await insertEvents(trx, events).execute()
      await advanceHeadTo(trx, opened, last).execute()
    }
    return { result, onboarding }
  })
  scene.steps = viewSteps(onboarding)
  return result
}
