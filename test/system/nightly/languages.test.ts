import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { languages, testLanguage } from '../../docs/citing/test-language.ts'
import type { Loose } from '../../support/test-context.ts'
import { randomFrom, seed } from '../../text/seed.ts'
import { corruptOne } from '../../text/vectors/spoil.ts'

t.setTimeout(600_000)

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../text/vectors/check.py', import.meta.url))
const vectors: Loose = JSON.parse(readFileSync(new URL('../../../src/text/vectors.json', import.meta.url), 'utf8'))
const toAscii = (text: string) =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Whether check.py, which shares no code with the service, agrees with these vectors. */
async function agrees(folder: string, judged: Loose): Promise<boolean> {
  const file = join(folder, 'vectors.json')
  writeFileSync(file, toAscii(JSON.stringify(judged)))
  return await run('python3', [script, file]).then(
    () => true,
    () => false,
  )
}

t.test('an implementation in Python agrees with every vector, and notices each one that is corrupted', async (t) => {
  const folder = t.testdir()
  t.ok(await agrees(folder, vectors))
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  for (let n = 0; n < 20; n += 1) {
    const { vectors: spoilt, where } = corruptOne(vectors, random)
    // As ASCII: a line separator in a text would end the line of the report.
    t.notOk(await agrees(folder, spoilt), toAscii(where))
  }
})

// The code of the citing guide.
for (const name of Object.keys(languages)) testLanguage(t, name)
