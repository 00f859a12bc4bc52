import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Check, CheckContext } from '../check.ts'
import { getOperation } from '../operations.ts'
import { closeSitting, findQuote } from './sitting-steps.ts'

type Step = {
  stepId?: string
  workflowId?: string
  executedSteps?: Step[]
  checks?: StepCheck[]
  response?: { statusCode?: number }
}
type StepCheck = { name: string; passed?: boolean; message?: string; severity?: string }

/** The workflows of the contract's Arazzo document, run by Redocly's runner. */
export const checkWorkflows: Check = {
  name: 'workflows',
  writes: true,
  signedIn: true,
  async run(context) {
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
  },
}

async function buildInputs(context: CheckContext) {
  const { options, artist, known } = context
  const quote = await findQuote(context)
  const path = { id: artist, answerId: known.answerId ?? '' }
  const operation = getOperation('readInterviewResponse')
  const read = known.answerId === undefined ? undefined : await context.send({ operation, path, input: 'the answer' })
  const { response } = (read?.json ?? {}) as { response?: { revision: string } }
  const brief = await context.send({ operation: getOperation('readArtistBrief'), path, input: 'the biography' })
  return {
    accessToken: options.token,
    artistId: artist,
    requestId: randomUUID(),
    // Two words of a source, so that the search finds a passage to cite.
    searchFor: quote?.quote
      .split(/\s+/)
      .filter((word) => word.length > 4)
      .slice(0, 2)
      .join(' '),
    question: 'What is there to be said of this passage?',
    answer: `An answer of the conformance tests, ${randomUUID()}.`,
    answerId: known.answerId,
    expectedRevision: response?.revision,
    doc: 'A page of the conformance tests.',
    about: 'A biography of the conformance tests.',
    expectedBio: brief.json.bio,
  }
}

/** The workflows that this artist's state allows; the others are skipped with the reason. */
async function listRunnable({ skip, send, artist }: CheckContext, inputs: Awaited<ReturnType<typeof buildInputs>>) {
  const runnable = ['advanceUntilIdle']
  if (inputs.searchFor) runnable.unshift('holdSitting')
  else skip('holdSitting', 'the artist has no readable source')
  if (inputs.answerId) runnable.push('reviseAnswer')
  else skip('reviseAnswer', 'the artist has no answer')
  const queue = await send({ operation: getOperation('listDiscoveries'), path: { id: artist }, input: 'the queue' })
  const [first] = (queue.json.candidates ?? []) as { evidenceId: string | null }[]
  // The workflow reads the text before it decides, and a link has none.
  if (first?.evidenceId) runnable.push('reviewDiscovery')
  else skip('reviewDiscovery', 'what waits longest for a review has no text, or nothing waits')
  const state = await send({
    ...{ operation: getOperation('readOnboardingState'), path: { artistId: artist } },
    input: 'the state of the onboarding',
  })
  if (state.json.complete === false && state.json.currentStep !== 'interview') runnable.push('onboard')
  else skip('onboard', 'the onboarding is complete, or an interview is under way')
  return runnable
}

/** The contract has an answer for it: a slice fails where a system outside of the deployment cannot be reached. */
const isFailedSlice = ({ step, wrong }: { step: string; wrong: string }) =>
  step === 'advance' && wrong.includes("$response.body#/status == 'ok'")

/** In one process, which takes longer to start than a workflow does. */
async function runWorkflows({ report, skip, options }: CheckContext, folder: string, names: string[], inputs: object) {
  const output = join(folder, `${names.join('-')}.json`)
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const chosen = names.flatMap((name) => ['--workflow', name])
  const args = ['respect', 'workflows.arazzo.yaml', ...chosen, '--server', `sittings=${options.url}`]
  const more = ['--input', JSON.stringify(inputs), '--json-output', output]
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  try {
    await promisify(execFile)(process.execPath, [redocly, ...args, ...more], { cwd: folder, env, maxBuffer: 2 ** 26 })
  } catch (error) {
    const failures = await readFailures(output)
    for (const failure of failures) {
      const { workflow, step, wrong } = failure
      if (isFailedSlice(failure)) skip(workflow, 'a slice failed, so the work was not followed to its end')
      else report(workflow, `the step ${step}`, wrong)
    }
    if (failures.length === 0)
      report('workflows', names.join(', '), String((error as { stderr?: string }).stderr ?? error).slice(-300))
  }
}

async function readFailures(output: string): Promise<{ workflow: string; step: string; wrong: string }[]> {
  const read = await readFile(output, 'utf8').catch(() => '{"files":{}}')
  const { files } = JSON.parse(read) as { files: Record<string, { executedWorkflows: Step[] }> }
  const listSteps = (step: Step): Step[] => [step, ...(step.executedSteps ?? []).flatMap(listSteps)]
  return Object.values(files)
    .flatMap(({ executedWorkflows }) =>
      executedWorkflows.flatMap((one) => listSteps(one).map((step) => ({ ...step, workflow: one.workflowId ?? '' }))),
    )
    .flatMap(({ workflow, stepId = 'of the workflow', checks = [] }) =>
      checks
        .filter(({ passed, severity }) => passed === false && severity !== 'off')
        .map(({ name, message = '' }) => ({
          workflow,
          step: stepId,
          wrong: `${name}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
        })),
    )
}
