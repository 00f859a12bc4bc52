import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CheckContext } from '../check.ts'
import { closeSitting, findQuote } from './sitting-steps.ts'

/** The workflows of the contract's Arazzo document, run by Redocly's runner. */
export async function checkWorkflows(context: CheckContext): Promise<void> {
  const { options, skip } = context
  const folder = await mkdtemp(join(tmpdir(), 'sittings-conformance-'))
  try {
    for (const name of ['openapi.yaml', 'workflows.arazzo.yaml']) {
      const response = await fetch(`${options.url}/${name}`)
      if (response.status === 404) return skip('workflows', 'the deployment does not serve its documents')
      await writeFile(join(folder, name), await response.text())
    }
    await closeSitting(context)
    const inputs = await buildInputs(context)
    const runnable = await listRunnable(context, inputs)
    await runWorkflows(context, folder, runnable, inputs)
    // Again under a revision that is not the current one: the conflict heals.
    const stale = { ...inputs, expectedRevision: '0'.repeat(64), answer: `${inputs.answer} Revised.` }
    if (runnable.includes('reviseAnswer')) await runWorkflows(context, folder, ['reviseAnswer'], stale)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildInputs(context: CheckContext) {
  const { options, artist, known, call } = context
  const quote = await findQuote(context)
  const { answerId } = known
  const read = answerId === undefined ? undefined : await call('readInterviewResponse', 'the answer')
  const brief = await call('readArtistBrief', 'the biography')
  return {
    accessToken: options.token,
    artistId: artist,
    requestId: randomUUID(),
    // Words of a source, so that the search finds a passage to cite.
    searchFor: quote?.quote,
    question: 'What is there to be said of this passage?',
    answer: `An answer of the conformance tests, ${randomUUID()}.`,
    answerId,
    expectedRevision: read?.json.response?.revision,
    doc: 'A page of the conformance tests.',
    about: 'A biography of the conformance tests.',
    expectedBio: brief.json.bio,
  }
}

/** The workflows that this artist's state allows; the others are skipped with the reason. */
async function listRunnable({ skip, call }: CheckContext, inputs: Awaited<ReturnType<typeof buildInputs>>) {
  const [waiting] = (await call('listDiscoveries', 'the queue')).json.candidates ?? []
  const { complete, currentStep } = (await call('readOnboardingState', 'the state of the onboarding')).json
  const isOnboarding = complete === false && currentStep !== 'interview'
  const workflows: readonly [name: string, isRunnable: boolean, otherwise: string][] = [
    ['holdSitting', inputs.searchFor !== undefined, 'the artist has no readable source'],
    ['advanceUntilIdle', true, ''],
    ['reviseAnswer', inputs.answerId !== undefined, 'the artist has no answer'],
    // It reads the text before it decides, and a link has none.
    ['reviewDiscovery', Boolean(waiting?.evidenceId), 'what waits longest for a review has no text, or nothing waits'],
    ['onboard', isOnboarding, 'the onboarding is complete, or an interview is under way'],
  ]
  for (const [name, isRunnable, otherwise] of workflows) if (!isRunnable) skip(name, otherwise)
  return workflows.flatMap(([name, isRunnable]) => (isRunnable ? [name] : []))
}

/** In one process, which takes longer to start than a workflow does. */
async function runWorkflows({ report, skip, options }: CheckContext, folder: string, names: string[], inputs: object) {
  const output = join(folder, `${names.join('-')}.json`)
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const chosen = names.flatMap((name) => ['--workflow', name])
  const args = ['respect', 'workflows.arazzo.yaml', ...chosen, '--server', `sittings=${options.url}`]
  const more = ['--input', JSON.stringify(inputs), '--json-output', output]
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const maxBuffer = Number.POSITIVE_INFINITY
  try {
    await promisify(execFile)(process.execPath, [redocly, ...args, ...more], { cwd: folder, env, maxBuffer })
  } catch (error) {
    const failures = await readFailures(output)
    for (const { workflow, step, wrong } of failures) {
      // The contract has an answer for it: a slice fails where a system outside of the deployment cannot be reached.
      if (step === 'advance' && wrong.includes("$response.body#/status == 'ok'"))
        skip(workflow, 'a slice failed, so the work was not followed to its end')
      else report(workflow, `the step ${step}`, wrong)
    }
    if (failures.length === 0)
      report('workflows', names.join(', '), String((error as { stderr?: string }).stderr ?? error).slice(-300))
  }
}

type Step = { stepId?: string; workflowId?: string; executedSteps?: Step[]; checks?: StepCheck[] }
type StepCheck = { name: string; passed?: boolean; message?: string; severity?: string }

/** What failed, from the runner's report. A step may be a workflow that has steps of its own. */
async function readFailures(output: string): Promise<Failure[]> {
  const read = await readFile(output, 'utf8').catch(() => '{"files":{}}')
  const { files } = JSON.parse(read) as { files: Record<string, { executedWorkflows: Step[] }> }
  const listFailures = (workflow: string, { stepId, checks = [], executedSteps = [] }: Step): Failure[] => [
    ...checks
      .filter(({ passed, severity }) => passed === false && severity !== 'off')
      .map(({ name, message = '' }) => {
        const wrong = `${name}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`
        return { workflow, step: stepId ?? 'of the workflow', wrong }
      }),
    ...executedSteps.flatMap((step) => listFailures(workflow, step)),
  ]
  return Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap((one) => listFailures(one.workflowId ?? '', one)),
  )
}

type Failure = { workflow: string; step: string; wrong: string }
