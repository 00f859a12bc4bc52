import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { current } from '../../scripts/contract-diff/documents.ts'
import { refusalToVersion } from '../../scripts/contract-diff/version.ts'
import { contract } from '../support/bundle.ts'

// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into a document by hand, and fails in nothing
type Draft = any

const command = fileURLToPath(new URL('../../scripts/contract-diff.ts', import.meta.url))

t.test('the version shows a break', async (t) => {
  const may = (base: string, head: string, ...impacts: Parameters<typeof refusalToVersion>[2]) =>
    refusalToVersion(base, head, impacts)
  t.match(may('0.1.0', '0.1.0', 'breaking'), /0\.2\.0 or more/)
  t.match(may('0.1.9', '0.1.10', 'addition', 'breaking'), /0\.2\.0 or more/)
  t.match(may('1.4.0', '1.5.0', 'breaking'), /2\.0\.0 or more/)
  t.equal(may('0.1.0', '0.2.0', 'breaking'), undefined)
  t.equal(may('0.9.0', '0.10.0', 'breaking'), undefined, 'figures are compared, not letters')
  t.equal(may('0.9.0', '1.0.0', 'breaking'), undefined)
  t.equal(may('1.4.0', '2.0.0', 'breaking'), undefined)
  t.equal(may('0.1.0', '0.1.0', 'addition', 'wording'), undefined, 'nothing else owes a step')
  t.match(may('0.2.0', '0.1.9'), /goes back/)
  t.match(may('1.0.0', '0.9.0', 'breaking'), /goes back/)
  for (const version of ['1', '1.0', 'v1.0.0', '01.0.0', '1.0.0-rc.1', 'undefined', '']) {
    t.throws(() => may('0.1.0', version), /is no version/, version)
  }
})

t.test(
  'the command exits with 1 on a break without a step, with 2 on a document that cannot be compared',
  async (t) => {
    // A path that no other resembles: of two alike the one that went counts as renamed.
    const broken = documentWith(t, ({ paths }) => delete paths['/api/onboarding/{artistId}/chat'])
    const { status, stdout, stderr } = run(current, broken)
    t.equal(status, 1)
    t.match(stdout, /^breaking: Path `\/api\/onboarding\/\{artistId\}\/chat` was removed\.$/m)
    t.match(stderr, /owes a version of/)
    const described = documentWith(t, (draft) => {
      delete draft.paths['/api/health']
      draft.info.version = '99.0.0'
    })
    t.equal(run(current, described).status, 0)
    t.match(run('no-such-revision'), { status: 2, stderr: /neither a file nor a revision/ })
    t.match(run('HEAD'), { stdout: /^since HEAD, /m, stderr: '' })
  },
)

function documentWith(t: Test, edit: (draft: Draft) => void): string {
  const draft: Draft = structuredClone(contract)
  edit(draft)
  const file = join(t.testdir(), `${draft.info.version}.json`)
  writeFileSync(file, JSON.stringify(draft))
  return file
}

const run = (...options: string[]) => spawnSync(process.execPath, [command, ...options], { encoding: 'utf8' })
