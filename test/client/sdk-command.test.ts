import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { applyOverlay } from '../../scripts/sdk/overlay.ts'

const script = fileURLToPath(new URL('../../scripts/sdk.ts', import.meta.url))

type ProcessResult = { code: number; out: string; err: string }

const sdk = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<ProcessResult> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

t.test('the document with the hints is written to the given path', async (t) => {
  const folder = join(t.testdir(), 'new')
  t.match(await sdk(['document', '--out', folder]), { code: 0, out: `${folder}\n` })
  t.strictSame(JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')), await applyOverlay())
})

t.test('an unknown or missing language is answered with the list of languages', async (t) => {
  for (const args of [['klingon'], [], ['python', 'go'], ['constructor']]) {
    const { code, err } = await sdk(args)
    t.equal(code, 2, args.join(' '))
    for (const language of ['client', 'python', 'go', 'java']) t.match(err, `  ${language} `)
  }
})

t.test('a missing tool is named, with exit code 1', async (t) => {
  const bare = { PATH: '/nowhere', SDK_TOOLS: join(t.testdir(), 'tools') }
  t.match(await sdk(['python', '--out', t.testdir()], bare), { code: 1, err: /^python3 is not installed here\n$/ })
  t.match(await sdk(['java', '--out', t.testdir()], bare), { code: 1, err: /^mvn is not installed here\n$/ })
})
