import t from 'tap'
import { tryAll } from '../system/security/abuse/patience.ts'

/** Each takes the square of some run, behind something else that it has to begin with. */
const slow = [
  String.raw`^(\d+\s*\n)?\s*(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3} --> `,
  String.raw`^WORD\s*\s*x`,
  String.raw`^[a-z]+\.*\.*x`,
]
const quick = [String.raw`^(\d+[^\S\n]*\n\s*)?(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3} --> `, String.raw`^WORD\s*x`, 'a+b']
const expressions = (sources: string[]) => sources.map((source) => ({ source, flags: '', at: 'this test' }))

t.test('the proof finds an expression that goes back and forth, wherever in it that begins', async (t) => {
  for (const expression of expressions(slow)) {
    const found = await tryAll([expression], 4_000)
    t.match(found.slow, [/times those of a quarter/], expression.source)
  }
  t.match(await tryAll(expressions(quick), 4_000), { slow: [] })
})
