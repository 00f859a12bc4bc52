// tap's reporter: passes the TAP through, then repeats each failure with its file, its tests and the expected value,
// and once more all of them in a line each, so that the end of a long output is enough; then the figures that tests
// have reported (`# figure: …`), and the counts.
import { createInterface } from 'node:readline'

const totals = { pass: 0, fail: 0, skip: 0 }
/** The tests that are open, outermost first, each at its own indentation of four blanks. */
const tests = []
const failures = []
const figures = []
/** The failure whose diagnostics are being read. */
let failure

for await (const line of createInterface({ input: process.stdin })) {
  console.log(line)
  const [, indent, text] = /^( *)(.*)$/.exec(line)
  const depth = Math.floor(indent.length / 4)
  const figure = /^# figure: (.*)$/.exec(text)?.[1]
  if (figure !== undefined) figures.push(figure)
  const begun = /^# Subtest: (.*)$/.exec(text)?.[1]
  if (begun !== undefined) tests.splice(depth, Infinity, begun)
  // A buffered test has its name at its result, which stands before its assertions.
  const buffered = /^(?:not )?ok \d+ - (.*) \{$/.exec(text)?.[1]
  if (/^not ok\b(?!.*# (?:TODO|SKIP))/i.test(text)) {
    failure = { depth, lines: [[...tests.slice(0, depth), text].join(' > ')] }
    failures.push(failure)
  } else {
    if (/^(not )?ok\b|^# Subtest: |^1\.\.\d/.test(text)) failure = undefined
    failure?.lines.push(line.slice(failure.depth * 4))
    if (text === '...') failure = undefined
  }
  if (buffered !== undefined) tests.splice(depth, Infinity, buffered)
  const summary = /^# \{ (.*) \}$/.exec(line)?.[1]
  for (const [, name, count] of summary?.matchAll(/(\w+): (\d+)/g) ?? []) {
    if (name in totals) totals[name] = Number(count)
  }
}

for (const { lines } of failures) console.log(['', ...lines].join('\n').trimEnd())
if (failures.length > 0) console.log('')
for (const { lines } of failures) console.log(`failed: ${lines[0]}`)
for (const figure of figures) console.log(figure)
if (totals.skip > 0) console.log(`${totals.skip} skipped`)
console.log(`${totals.pass} passed, ${totals.fail} failed`)
