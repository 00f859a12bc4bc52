// tap's reporter: passes the TAP through and closes with one plain line that counts what ran; what was skipped stands before it.
import { createInterface } from 'node:readline'

const totals = { pass: 0, fail: 0, skip: 0 }
for await (const line of createInterface({ input: process.stdin })) {
  console.log(line)
  const summary = /^# \{ (.*) \}$/.exec(line)?.[1]
  for (const [, name, count] of summary?.matchAll(/(\w+): (\d+)/g) ?? []) {
    if (name in totals) totals[name] = Number(count)
  }
}
if (totals.skip > 0) console.log(`${totals.skip} skipped`)
console.log(`${totals.pass} passed, ${totals.fail} failed`)
