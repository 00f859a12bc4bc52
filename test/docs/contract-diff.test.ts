import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { type Change, compareContracts, refusalToVersion } from '../../scripts/contract-diff/compare.ts'
import { current } from '../../scripts/contract-diff/documents.ts'
import { contract } from '../support/bundle.ts'

/** A JSON document that may be changed in place. */
// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into a document by hand, and fails in nothing
type Draft = any
/** `touches` is a part of the reported place: the pointer and the keyword. */
type Edit = { touches: string; make: (draft: Draft) => void }

const start = '/api/artist/{id}/interview/session'

/** What the comparer of OpenAPI documents does not know, and in which direction it takes data to go. */
const breaking: Record<string, Edit> = {
  'a header of a response is no longer promised': {
    touches: 'responses/{answerId}/patch/responses/200/headers/ETag required',
    make: ({ components }) => (components.headers.ETag.required = false),
  },
  'a body may be smaller only': {
    touches: '/interview/session/post x-body-bytes-max',
    make: ({ paths }) => (paths[start].post['x-body-bytes-max'] = 64),
  },
  'a response is closed': {
    touches: '#/components/schemas/Provenance additionalProperties',
    make: ({ components }) => (components.schemas.Provenance.additionalProperties = false),
  },
  'a state is added to what a response may say': {
    touches: 'properties/state/$ref enum',
    make: ({ components }) => components.schemas.SessionState.enum.push('paused'),
  },
  'a path goes': {
    touches: 'knowledge/history',
    make: ({ paths }) => delete paths['/api/artist/{id}/knowledge/history'],
  },
}
const compatible: Record<string, Edit> = {
  'a header of a response is promised': {
    touches: 'headers/Retry-After required',
    make: ({ components }) => (components.headers.RetryAfter.required = true),
  },
  'a body may be larger': {
    touches: 'interview/session/post x-body-bytes-max',
    make: ({ paths }) => (paths[start].post['x-body-bytes-max'] = 1_000_000),
  },
  'a response has a new property': {
    touches: '/api/health/get/responses/200/content/application/json/schema/properties/version',
    make: ({ components }) => (components.schemas.Health.properties.version = { type: 'string' }),
  },
  'a value is added to what a request may say': {
    touches: 'decision/$ref enum',
    make: ({ components }) => components.schemas.DiscoveryDecision.enum.push('later'),
  },
}

/** The changes when all the edits are made at once; each is at a place of its own. */
function findChanges(t: Test, edits: Record<string, Edit>): Change[] {
  const draft: Draft = structuredClone(contract)
  for (const { make } of Object.values(edits)) make(draft)
  const folder = t.testdir()
  const [base, head] = [join(folder, 'base.json'), join(folder, 'head.json')]
  writeFileSync(base, JSON.stringify(contract))
  writeFileSync(head, JSON.stringify(draft))
  return compareContracts(base, head).changes
}

t.test('edits that break a client are reported as breaking', async (t) => {
  const found = findChanges(t, breaking).filter(({ impact }) => impact === 'breaking')
  for (const [name, { touches }] of Object.entries(breaking)) {
    const isFound = found.some(({ where }) => where.includes(touches))
    t.ok(isFound, name)
  }
})

t.test('edits that break no client are reported, and none as breaking', async (t) => {
  const found = findChanges(t, compatible)
  t.notOk(found.some(({ impact }) => impact === 'breaking'))
  for (const [name, { touches }] of Object.entries(compatible)) {
    const isFound = found.some(({ where }) => where.includes(touches))
    t.ok(isFound, name)
  }
})

t.test('the same contract has not changed, whatever its samples of code', async (t) => {
  const touches = ''
  const make: Edit['make'] = ({ paths }) => {
    paths['/api/health'].get['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source: 'curl' }]
  }
  t.same(findChanges(t, { 'other samples': { touches, make } }), [])
})

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
