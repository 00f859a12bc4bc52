import { fileURLToPath } from 'node:url'
import t from 'tap'
import { compile } from '../helpers/compile.ts'

t.test('the page fits the contract’s types, in a browser’s library', async (t) => {
  t.equal(await compile(fileURLToPath(new URL('../../src/console/page', import.meta.url)), '--noEmit'), '')
})
