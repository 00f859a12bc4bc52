import fc from 'fast-check'
import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { seed } from '../text/seed.ts'
import { play } from './play.ts'
import { anySequence } from './steps.ts'

/** `SEQUENCES=2000 node test/model/model.test.ts` is the long form; `SEED=…` repeats a run. */
const sequences = Number(process.env.SEQUENCES ?? 45)
/** Lengths are uniform up to this: 25 steps of a sequence on average, besides its opening. */
const stepsMax = 44

/** A sequence takes a third of a second, and several times that when it is shrunk or the machine is shared. */
const timeout = 240_000 + sequences * 2_000
t.setTimeout(timeout)

t.test('for any requests in any order by any callers, every response equals the model’s', { timeout }, async (t) => {
  const service = await createTestContext(t)
  t.comment(`SEED=${seed} SEQUENCES=${sequences}`)
  const agrees = fc.asyncProperty(anySequence(stepsMax), (steps) => play(service, steps))
  const { failed, counterexample, errorInstance } = await fc.check(agrees, { seed, numRuns: sequences })
  if (failed) {
    t.comment((counterexample?.[0] ?? []).map((step) => JSON.stringify(step)).join('\n'))
    t.fail(errorInstance instanceof Error ? errorInstance.message : 'the run was cut short')
  }
  t.notOk(failed, `${sequences} sequences`)
})
