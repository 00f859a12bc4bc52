import t from 'tap'
import { type Change, change } from '#src/database/change/change.ts'
import { counters, locked, movedOrFailed, read } from './counters.ts'

t.test('what is worked out after the wait for the turn is worked out once', async (t) => {
  const { database, rows } = await counters(t)
  const { db } = database
  let seq = 0
  /** Adds one; tells how often it was decided, and how often what follows the wait was worked out. */
  async function count(inTurn: (changing: Change) => Promise<void>) {
    const times = { decided: 0, workedOut: 0 }
    await change(db, 'one', async (changing) => {
      const asked = read({ name: 'one' })
      const [[row]] = (await changing.under(locked({ name: 'one' }), asked)).rows
      times.decided += 1
      await inTurn(changing)
      times.workedOut += 1
      const from = row?.n ?? Number.NaN
      const at = seq
      const kept = { seq: at + 1, at: new Date(), previous: `${at}`, hash: `${at + 1}` }
      const left = [{ asked, about: ['one'], row: () => ({ n: from + 1 }) }]
      const rows = await changing.keep(movedOrFailed({ name: 'one', from, to: from + 1 }), {
        ...{ kept, left },
        changed: ['one'],
      })
      seq += 1
      return rows
    })
    return times
  }
  const waiting = ({ inTurn }: Change) => inTurn()
  const forgetting = async () => {}
  const eight = (how: typeof waiting) => Promise.all(Array.from({ length: 8 }, () => count(how)))
  const inAll = (all: { decided: number; workedOut: number }[]) => ({
    decided: all.reduce((sum, { decided }) => sum + decided, 0),
    workedOut: all.reduce((sum, { workedOut }) => sum + workedOut, 0),
  })

  await t.test('alone: once, on what is read and on what is remembered', async (t) => {
    t.strictSame(await count(waiting), { decided: 1, workedOut: 1 })
    t.strictSame(await count(waiting), { decided: 1, workedOut: 1 })
  })
  await t.test(
    'eight at once, on what is remembered: decided twice but by the first, worked out by each once',
    async (t) => {
      t.strictSame(inAll(await eight(waiting)), { decided: 15, workedOut: 8 })
    },
  )
  await t.test('forgotten, each keeps in its turn all the same, and works it out twice', async (t) => {
    t.strictSame(inAll(await eight(forgetting)), { decided: 15, workedOut: 15 })
  })
  await t.test('whoever waits goes to the database before the one in front of him is answered', async (t) => {
    const told: string[] = []
    const telling = (name: string) => async (changing: Change) => {
      await changing.inTurn()
      told.push(`${name} works`)
    }
    const names = ['first', 'second', 'third']
    const ended = names.map((name) => count(telling(name)).then(() => told.push(`${name} is answered`)))
    await Promise.all(ended)
    t.strictSame(told, [
      ...['first works', 'second works', 'first is answered', 'third works'],
      ...['second is answered', 'third is answered'],
    ])
  })
  t.equal(await rows(), '21 0, 21')
})

t.test('on what is read, whoever finds another one at it begins anew before he works anything out', async (t) => {
  const { database } = await counters(t)
  let workedOut = 0
  const add = () =>
    change(database.db, 'one', async (changing) => {
      const [[row]] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }))).rows
      await changing.inTurn()
      workedOut += 1
      const from = row?.n ?? Number.NaN
      return await changing.keep(movedOrFailed({ name: 'one', from, to: from + 1 }))
    })
  const all = await Promise.all(Array.from({ length: 4 }, add))
  t.equal(Math.max(...all.flat().map(({ n }) => n ?? Number.NaN)), 4)
  t.equal(workedOut, 4)
})
