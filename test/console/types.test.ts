import { fileURLToPath } from 'node:url'
import t from 'tap'
import { compile } from '../support/compile.ts'

t.test('the page fits the contract’s types, in a browser’s library', async (t) => {
  t.equal(await compile(fileURLToPath(new URL('../../src/clients/console/page', import.meta.url)), '--noEmit'), '')
})
