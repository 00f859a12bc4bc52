import { fileURLToPath } from 'node:url'
import t from 'tap'
import { languages, testLanguage } from '../../docs/citing/test-language.ts'
import { runToEnd } from '../../support/program.ts'

t.setTimeout(600_000)

const script = fileURLToPath(new URL('../../text/vectors/check.py', import.meta.url))
const vectors = fileURLToPath(new URL('../../../src/text/vectors.json', import.meta.url))

t.test('an implementation in Python, which shares no code with the service, agrees with every vector', async (t) => {
  const { code, stdout } = await runToEnd('python3', [script, vectors])
  t.equal(code, 0, stdout)
})

// The code of the citing guide.
for (const name of Object.keys(languages)) testLanguage(t, name)
