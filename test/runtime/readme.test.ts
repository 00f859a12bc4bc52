import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { serveBuilt } from '../support/built.ts'
import { runToEnd } from '../support/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const [, sitting] = /## A first sitting in five calls\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? []
const lacking = ['bash', 'curl'].find((program) => spawnSync(program, ['--version']).status !== 0)

/** The calls of the README, against the service at `base`; their responses. */
async function play(base: string, dataFolder: string): Promise<Record<string, unknown>[]> {
  const script = `set -euo pipefail\n${sitting?.replaceAll('http://127.0.0.1:3000', base)}`
  const env = { HOME: dataFolder, DATA_FOLDER: dataFolder }
  const { code, stdout, stderr } = await runToEnd('bash', ['-c', script], { cwd: root, env })
  if (code !== 0) throw new Error(`The calls ended with ${code}: ${stderr}`)
  return stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
}

t.test(
  'the five calls of the README complete a sitting each time',
  {
    skip: lacking === undefined ? false : `${lacking} is not installed here`,
  },
  async (t) => {
    const { base, settings } = await serveBuilt(t)
    for (const sitting of [3, 4]) {
      t.match(await play(base, settings.DATA_FOLDER), [
        { status: 'ok', session: { sitting, state: 'active' } },
        { status: 'ok', snapshotId: /^[a-f0-9]{64}$/ },
        { status: 'ok', question: { ordinal: 1, state: 'offered' } },
        { status: 'ok', question: { state: 'answered', answer: /vox humana/ } },
        { status: 'ok', session: { state: 'finished', questions: [{ state: 'answered' }] } },
      ])
    }
  },
)
