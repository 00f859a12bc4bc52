import t from 'tap'
import { DutyCycle } from '#src/queue/duty-cycle.ts'

/** A duty cycle of ten milliseconds and a twentieth, with a clock of its own. */
function pacing() {
  const clock = { ms: 0 }
  const dutyCycle = new DutyCycle({ restMs: 10, restFactor: 20 }, () => clock.ms)
  const does = async (ms: number) => {
    clock.ms += ms
  }
  /** How long it rests from now on. */
  const rest = () => {
    const from = clock.ms
    while (!dutyCycle.isDue) clock.ms += 1
    return clock.ms - from
  }
  return { clock, dutyCycle, does, rest }
}

t.test('it is due at first, not during the work, and not for a while afterwards', async (t) => {
  const { dutyCycle, rest } = pacing()
  t.equal(dutyCycle.isDue, true)
  await dutyCycle.run(async () => t.equal(dutyCycle.isDue, false))
  t.equal(rest(), 10)
})

t.test('it takes a twentieth of the time, measured by the shorter of the last two runs', async (t) => {
  const { dutyCycle, does, rest } = pacing()
  const rests: number[] = []
  for (const ms of [5, 5, 4, 100, 3, 0]) {
    await dutyCycle.run(() => does(ms))
    rests.push(rest())
  }
  t.same(rests, [10, 100, 80, 80, 60, 10])
})

t.test('failed work counts as well, and its error is thrown', async (t) => {
  const { clock, dutyCycle, rest } = pacing()
  for (let times = 0; times < 2; times += 1) {
    const failing = dutyCycle.run(async () => {
      clock.ms += 5
      throw new Error('no')
    })
    await t.rejects(failing, { message: 'no' })
  }
  t.equal(rest(), 100)
})

t.test('it can be expedited', async (t) => {
  const { dutyCycle } = pacing()
  await dutyCycle.run(async () => {})
  dutyCycle.expedite()
  t.equal(dutyCycle.isDue, true)
  const { clock, dutyCycle: other } = pacing()
  await other.run(async () => {
    other.expedite()
    clock.ms += 5
  })
  t.equal(other.isDue, true, 'also during the work: it may have begun too early')
  await other.run(async () => {})
  t.equal(other.isDue, false, 'once')
  const failing = other.run(async () => {
    other.expedite()
    throw new Error('no')
  })
  await t.rejects(failing, { message: 'no' })
  t.equal(other.isDue, false, 'not after a failure')
})
