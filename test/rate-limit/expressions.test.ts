import t from 'tap'
import { tryAll } from '../system/abuse/expressions.ts'

/** Each takes quadratic time on some run, behind a prefix that it needs. */
const slow = [
  String.raw`^(\d+\s*\n)?\s*(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3} --> `,
  String.raw`^WORD\s*\s*x`,
  String.raw`^[a-z]+\.*\.*x`,
]
const quick = [String.raw`^(\d+[^\S\n]*\n\s*)?(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3} --> `, String.raw`^WORD\s*x`, 'a+b']
const expressions = (sources: string[]) => sources.map((source) => ({ source, flags: '', at: 'this test' }))

t.test('the check finds an expression that backtracks, wherever in it that begins', async (t) => {
  for (const expression of expressions(slow)) {
    const found = await tryAll([expression], 4_000)
    t.match(found.slow, [/times those of a quarter/], expression.source)
  }
  t.match(await tryAll(expressions(quick), 4_000), { slow: [] })
})
