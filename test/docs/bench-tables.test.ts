import { readFileSync } from 'node:fs'
import t from 'tap'
import { renderReadmes } from '../../scripts/bench/results.ts'

t.test('both READMEs have the tables that the kept results of the benchmarks make', async (t) => {
  const readmes = renderReadmes()
  t.equal(readmes.length, 2)
  for (const { file, text } of readmes) t.equal(readFileSync(file, 'utf8'), text, file.pathname)
})
