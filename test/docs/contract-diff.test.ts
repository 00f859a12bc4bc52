import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Change } from '../../scripts/contract-diff/change.ts'
import { compareContracts } from '../../scripts/contract-diff/compare.ts'
import { contract } from '../support/bundle.ts'
import { breakingRequests } from './edits/breaking-requests.ts'
import { breakingResponses } from './edits/breaking-responses.ts'
import { compatible } from './edits/compatible.ts'
import type { Draft, Edit } from './edits/edit.ts'

const breaking = [...breakingRequests, ...breakingResponses]

/** The changes when all the edits are made at once; each is at a place of its own. */
function findChanges(t: Test, edits: readonly Edit[]): Change[] {
  const draft: Draft = structuredClone(contract)
  for (const { make } of edits) make(draft)
  const folder = t.testdir()
  const [base, head] = [join(folder, 'base.json'), join(folder, 'head.json')]
  writeFileSync(base, JSON.stringify(contract))
  writeFileSync(head, JSON.stringify(draft))
  return compareContracts(base, head).changes
}

t.test(`${breaking.length} edits that break a client are reported as breaking`, async (t) => {
  const found = findChanges(t, breaking).filter(({ impact }) => impact === 'breaking')
  for (const { name, touches } of breaking)
    t.ok(
      found.some(({ where }) => where.includes(touches)),
      name,
    )
  const stray = found.filter(({ where }) => !breaking.some(({ touches }) => where.includes(touches)))
  // null beside an object takes the promises of its properties with it, and a property that goes was promised
  const implied = /properties\/candidate|latestReleases\/items required$/
  const unforeseen = stray.filter(({ where }) => !implied.test(where))
  t.same(unforeseen, [])
})

t.test(`${compatible.length} edits that break no client are reported as compatible`, async (t) => {
  const found = findChanges(t, compatible)
  t.same(
    found.filter(({ impact }) => impact === 'breaking'),
    [],
  )
  for (const { name, touches } of compatible)
    t.ok(
      found.some(({ where }) => where.includes(touches)),
      name,
    )
})

t.test('the same contract has not changed', async (t) => t.same(findChanges(t, []), []))

t.test('other samples of code are no change', async (t) => {
  const withoutSamples: Edit = {
    name: 'no samples',
    touches: '',
    make: ({ paths }) => {
      for (const item of Object.values<Draft>(paths))
        for (const operation of Object.values<Draft>(item)) operation['x-codeSamples'] = undefined
      paths['/api/health'].get['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source: 'curl' }]
    },
  }
  t.same(findChanges(t, [withoutSamples]), [])
})
