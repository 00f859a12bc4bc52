import pg from 'pg'
import type { Asked } from '#src/database/statement.ts'
import type { All, Change, RowsOf } from './change.ts'
import type { Turn } from './in-turn.ts'
import { keepingBy } from './keep-while.ts'
import { keptRows, moved, vain } from './outcome.ts'
import type { Remembering } from './remembering.ts'
import { mayStayUnread } from './unread.ts'

/**
 * A way to decide on a change and to keep it; `counts` tells whether what it has come to by this way, a result or a
 * failure, is to be answered.
 */
export type Road = { changing: Change; counts: (failure?: unknown) => boolean }

/**
 * A change that is decided on what is remembered, where there is that, and else on what is read. Of the first only what
 * is kept counts, for keeping compares, and what has failed while it was kept. Nobody waits for his turn but to keep;
 * who has waited may find that the one before him has left something else.
 *
 * Where keeping has to judge what was not read, it may come to a refusal, and nobody waits for one: where somebody else
 * is at it such a change is decided on what is read.
 */
export function fromMemory(free: Remembering, turn: Turn): Road {
  let stands: 'read' | 'remembered' | 'waiting' | 'keeping' = 'read'
  let isUnread = false

  const under = async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
    const [asked, ...more] = some
    const row = asked === undefined || !more.every(mayStayUnread) ? undefined : free.recall(asked)
    if (row === undefined) return await free.under(lock, ...some)
    stands = 'remembered'
    isUnread = more.length > 0
    return { held: true, rows: [[row], ...more.map(() => undefined)] as unknown as RowsOf<Some> }
  }
  const inTurn = async () => {
    if (stands === 'read') return await takeUnlessTaken(turn)
    if (isUnread && turn.isTaken()) throw vain
    stands = 'waiting'
    await turn.take()
    stands = 'remembered'
    if (!free.isStill()) throw moved
  }
  const keep: Change['keep'] = async (asked, leaves) => {
    if (!turn.isMine()) await inTurn()
    if (stands === 'remembered') stands = 'keeping'
    return keptRows(await free.keep(asked, leaves))
  }
  const counts = (failure?: unknown) => {
    if (stands === 'keeping') return !isOfOtherRows(failure)
    return stands !== 'remembered'
  }
  return { changing: { under, inTurn, ...keepingBy(keep) }, counts }
}

/**
 * A change that is decided on what is read. Whoever finds another one at it has read in vain, and need not ask the
 * database to know.
 */
export function fromRead(free: Remembering, turn: Turn): Road {
  const inTurn = () => takeUnlessTaken(turn)
  const keep: Change['keep'] = async (asked, leaves) => {
    if (!turn.isMine()) await inTurn()
    return keptRows(await free.keep(asked, leaves))
  }
  return { changing: { under: free.under, inTurn, ...keepingBy(keep) }, counts: () => true }
}

async function takeUnlessTaken(turn: Turn): Promise<void> {
  if (turn.isTaken()) throw moved
  await turn.take()
}

/**
 * Rows are not as they are remembered: a rule of theirs was broken (class 23), or a part of the statement found none
 * (22012, ./or-fail.ts).
 */
const isOfOtherRows = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '22012' || error.code?.startsWith('23') === true)
