import { spawnSync } from 'node:child_process'
import t from 'tap'

/** The summary after the streamed output; everything, where nothing was streamed. */
const summarize = (tap: string) => {
  const { stdout } = spawnSync(process.execPath, ['scripts/tap-reporter.mjs'], { input: tap, encoding: 'utf8' })
  return stdout.startsWith(tap) ? stdout.slice(tap.length) : stdout
}

t.test('a run ends with its figures and its counts, and with what failed in it', async (t) => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    ok 1 - fine
    # figure: offers: 200 at once
    not ok 2 - later # TODO
    1..2
ok 1 - test/a.test.ts # time=4ms

1..1
# { total: 2, pass: 1, fail: 0, todo: 1 }
`
  t.equal(summarize(tap), 'offers: 200 at once\n1 passed, 0 failed\n')
  const failed = '# Subtest: a\n    not ok 1 - two # time=3ms {\n        not ok 1 - FAILED\n    }\nnot ok 1 - a\n'
  t.match(summarize(`TAP version 14\n${failed}`), /^failed: a > two # time=3ms > not ok 1 - FAILED$/m)
})
