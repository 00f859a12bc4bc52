import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { listExampleBodies, listExampleParameters } from '#src/contract/examples.ts'
import { startBuilt } from '../support/built.ts'

t.setTimeout(240_000)

const run = promisify(execFile)
const redocly = fileURLToPath(new URL('bin/cli.js', import.meta.resolve('@redocly/cli/package.json')))
const folder = t.testdir()
const env = { DATA_FOLDER: join(folder, 'data'), EVENT_LOOP_DELAY_MS_MAX: '60000' }
const service = await startBuilt(env)
t.teardown(() => service.end('SIGTERM'))
// What a machine gets: the workflows, and the contract that they refer to by an address relative to their own.
for (const name of ['openapi.yaml', 'workflows.arazzo.yaml'])
  await writeFile(join(folder, name), Buffer.from(await (await fetch(`${service.base}/${name}`)).arrayBuffer()))
const workflows = parse(await readFile(join(folder, 'workflows.arazzo.yaml'), 'utf8')).workflows as {
  workflowId: string
}[]

/** What a step went to runs as a workflow within its own. */
type ExecutedWorkflow = { workflowId: string; executedSteps: (ExecutedWorkflow | { stepId: string })[] }

const getExample = (id: 'reviseInterviewResponse', name: string) => listExampleBodies(id).get(name) as object
const { expectedRevision } = getExample('reviseInterviewResponse', 'revise') as { expectedRevision: string }
const inputs = {
  accessToken: await signLocalToken(loadConfig(env), {
    subject: sampleIdentities.claimant,
    ttlSeconds: 600,
    environment: 'development',
  }),
  artistId: sampleIdentities.artistId,
  requestId: crypto.randomUUID(),
  searchFor: 'pump organ',
  question: 'Seven of eleven stops answer. Which one do you miss?',
  answer: 'The vox humana. It sounded like nobody I know.',
  answerId: listExampleParameters('reviseInterviewResponse').find(({ name }) => name === 'answerId')?.value,
  expectedRevision,
  doc: 'Quill records at home and keeps the sounds of the house.',
  about: 'Records at home.',
  expectedBio: 'Singer and songwriter from a harbour town; records at home, on borrowed instruments.',
}

const listSteps = ({ executedSteps }: ExecutedWorkflow): string[] =>
  executedSteps.flatMap((step) => ('executedSteps' in step ? listSteps(step) : [step.stepId]))

/** Plays workflows against the service; the steps of each, in the order that they ran in. */
async function runWorkflows(workflowInputs: object, ...names: string[]): Promise<Map<string, string[]>> {
  const output = join(folder, `${names[0]}.json`)
  const workflowArgs = names.flatMap((name) => ['--workflow', name])
  const addressed = [
    '--server',
    `sittings=${service.base}`,
    '--input',
    JSON.stringify(workflowInputs),
    '--json-output',
    output,
  ]
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await run(process.execPath, [redocly, 'respect', 'workflows.arazzo.yaml', ...workflowArgs, ...addressed], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...quiet },
  })
  const { files } = JSON.parse(await readFile(output, 'utf8')) as {
    files: Record<string, { executedWorkflows: ExecutedWorkflow[] }>
  }
  const executed = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
  return new Map(executed.map((one) => [one.workflowId, listSteps(one)]))
}

t.test('every workflow runs as it stands on the samples of a new service', async (t) => {
  const steps = await runWorkflows(inputs, ...workflows.map(({ workflowId }) => workflowId))
  t.same([...steps.keys()], ['holdSitting', 'reviseAnswer', 'advanceUntilIdle', 'reviewDiscovery', 'onboard'])
  t.same(steps.get('holdSitting'), ['start', 'findEvidence', 'readMemory', 'offer', 'answer', 'finish'])
  t.same(steps.get('reviseAnswer'), ['revise', 'listVersions'], 'under the current revision nothing has to be healed')
  const advanced = steps.get('advanceUntilIdle') ?? []
  t.ok(advanced.filter((step) => step === 'advance').length > 2, 'more than one slice ran')
  t.same([...new Set(advanced)], ['advance', 'readStatus', 'readLore'])
  t.same(steps.get('reviewDiscovery'), ['listQueue', 'readCandidate', 'decide'])
  t.equal(steps.get('onboard')?.at(-1), 'readPublished')
})

t.test('a revision under a stale revision is a conflict that heals', async (t) => {
  const steps = await runWorkflows({ ...inputs, answer: 'My aunt played one at the wake.' }, 'reviseAnswer')
  t.same(steps.get('reviseAnswer'), ['revise', 'readAgain', 'reviseAgain', 'listVersions'])
})

t.test('a step that is refused fails the run', async (t) => {
  await t.rejects(runWorkflows({ ...inputs, accessToken: 'none' }, 'holdSitting'), { code: 1 })
})
