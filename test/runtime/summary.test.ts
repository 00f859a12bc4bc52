import { spawnSync } from 'node:child_process'
import t from 'tap'

/** The summary after the streamed output; everything, where nothing was streamed. */
const summarize = (tap: string) => {
  const { stdout } = spawnSync(process.execPath, ['scripts/tap-reporter.mjs'], { input: tap, encoding: 'utf8' })
  return stdout.startsWith(tap) ? stdout.slice(tap.length) : stdout
}

t.test('a run without a failure ends with its figures and its counts', async (t) => {
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
})

t.test('each failure is repeated, with its file, its tests and what was expected', async (t) => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    # Subtest: one thing
        ok 1 - fine
        not ok 2 - should be equal
          ---
          diff: |
            -3
            +4
          ...
        
        # what a test says by itself
        1..2
    not ok 1 - one thing # time=3ms
    
    # Subtest: another thing
        ok 1 - fine
        1..1
    ok 2 - another thing
    1..2
    # failed 1 test
not ok 1 - test/a.test.ts # time=4ms
  ---
  exitCode: 1
  ...

# Subtest: test/b.test.ts
    not ok 1 - timeout!
      ---
      signal: SIGTERM
      ...
    
    1..1
not ok 2 - test/b.test.ts

1..2
# { total: 4, pass: 2, fail: 2, skip: 3 }
`
  t.equal(
    summarize(tap),
    `
test/a.test.ts > one thing > not ok 2 - should be equal
  ---
  diff: |
    -3
    +4
  ...

test/a.test.ts > not ok 1 - one thing # time=3ms

not ok 1 - test/a.test.ts # time=4ms
  ---
  exitCode: 1
  ...

test/b.test.ts > not ok 1 - timeout!
  ---
  signal: SIGTERM
  ...

not ok 2 - test/b.test.ts

failed: test/a.test.ts > one thing > not ok 2 - should be equal
failed: test/a.test.ts > not ok 1 - one thing # time=3ms
failed: not ok 1 - test/a.test.ts # time=4ms
failed: test/b.test.ts > not ok 1 - timeout!
failed: not ok 2 - test/b.test.ts
3 skipped
2 passed, 2 failed
`,
  )
})

t.test('the assertions of a buffered test name it', async (t) => {
  const tap = `TAP version 14
# Subtest: test/a.test.ts
    not ok 1 - two things # time=3ms {
        ok 1 - fine
        not ok 2 - FAILED: 3 of 4
          ---
          at: here
          ...
    }
    1..1
not ok 1 - test/a.test.ts
# { total: 2, pass: 1, fail: 1 }
`
  t.match(summarize(tap), /^failed: test\/a\.test\.ts > two things # time=3ms > not ok 2 - FAILED: 3 of 4$/m)
})
