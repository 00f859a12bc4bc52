import { Command, Option } from 'commander'
import { listPauses, type PauseScope, pauseJobs, resumeJobs } from '#src/admin/jobs/pauses.ts'
import { findJob, type ListedJob, listJobs, viewListedJob } from '#src/admin/jobs/read.ts'
import { cancelJob, retryJob } from '#src/admin/jobs/retry-cancel.ts'
import type { Moment } from '#src/admin/listing.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { type ErrorCategory, type JobKind, jobKinds } from '#src/queue/kinds.ts'
import { buildLimitOption, parseArtistId, parseJobId, parseMoment, parseReason } from './arguments.ts'
import { withDatabase } from './database.ts'
import { getOperator } from './operator.ts'
import { isForPeople, printResult, printToStderr } from './output.ts'
import { printListing, printPage } from './table.ts'

export function buildJobsCommand(): Command {
  return new Command('jobs')
    .description('Research jobs.')
    .addCommand(listCommand())
    .addCommand(buildWhyCommand())
    .addCommand(retryCommand())
    .addCommand(cancelCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(listPausesCommand())
}

const states = ['pending', 'waiting', 'done', 'failed', 'cancelled']

const reasons = Object.keys({
  not_configured: true,
  provider_unavailable: true,
  provider_refused: true,
  rate_limited: true,
  timed_out: true,
  unreadable: true,
  too_large: true,
  not_allowed: true,
  outcome_unknown: true,
  internal: true,
} satisfies Record<ErrorCategory, true>)

type FilterOptions = {
  artist?: string
  state?: string
  kind?: string
  reason?: string
  since?: Moment
  before?: Moment
}

const buildKindOption = (description: string) => new Option('--kind <kind>', description).choices(jobKinds)

/** The options that select jobs. */
const addFilterOptions = (command: Command): Command =>
  command
    .option('--artist <uuid>', 'only those of this artist', parseArtistId)
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
    .addOption(buildKindOption('only those of this kind'))
    .addOption(new Option('--reason <reason>', 'only those whose latest failure is of this kind').choices(reasons))
    .option(
      '--since <moment>',
      'only those that ended, or were last saved, from then on (90s, 12h, 2d, a day, an instant)',
      parseMoment,
    )
    .option('--before <moment>', 'only those that ended, or were last saved, before then', parseMoment)

const listCommand = () =>
  addFilterOptions(new Command('list'))
    .description('The jobs, the newest first, and why each is not claimable now.')
    .addOption(buildLimitOption())
    .action(runList)

async function runList({ artist: artistId, ...options }: FilterOptions & { limit: number }) {
  const page = await withDatabase((db) => listJobs(db, { artistId, ...options }))
  printPage('jobs', page, ['jobId', 'artist', 'kind', 'state', 'until', 'why'])
}

const buildWhyCommand = () =>
  new Command('why')
    .description('Why a job is not claimable now.')
    .argument('<job>', "the job's id", parseJobId)
    .action(runWhy)

async function runWhy(jobId: string) {
  const job = await withDatabase(async (db) => viewListedJob(await findJob(db, jobId)))
  const until = job.until === null ? '' : ` Until ${job.until.toISOString()}.`
  printResult(`${job.kind} of ${job.artist} (${job.state}): ${job.why}${until}`, { status: 'ok', job })
}

const changeHelp = `
Each job is changed in a transaction of its own, so the command may be stopped and run again; what is refused of one does not stop the others.
"jobs list" selects jobs, for instance those that the catalogue refused last night:

  npm run -s cli -- jobs list --kind latest_refresh --reason provider_refused --since 12h --limit 1000 --json | jq -r '.jobs[].jobId' |
    xargs npm run -s cli -- jobs retry`

const retryCommand = () =>
  buildChangeCommand('retry', retryJob).description(
    'Make jobs due now: those that were given up or cancelled, or those that wait.',
  )

const cancelCommand = () => buildChangeCommand('cancel', cancelJob).description('End jobs that are not finished.')

const buildChangeCommand = (name: string, change: typeof retryJob) =>
  new Command(name)
    .argument('<job...>', 'the ids of the jobs', (id: string, before: string[] = []) => [...before, parseJobId(id)])
    .addHelpText('after', changeHelp)
    .action((jobIds: string[]) => runChange(jobIds, change))

async function runChange(jobIds: readonly string[], change: typeof retryJob) {
  const outcomes = await withDatabase(async (db) => {
    const [jobId, ...others] = jobIds
    // Of one job alone a refusal is the outcome of the command.
    if (jobId !== undefined && others.length === 0) return [await changeOne(db, jobId, change)]
    const several: (Changed | Refused)[] = []
    for (const id of jobIds) several.push(await changeOne(db, id, change).catch((error) => toRefused(id, error)))
    return several
  })
  const [only, second] = outcomes
  if (only !== undefined && 'job' in only && second === undefined)
    return printResult(only.job.why, { status: 'ok', ...only })
  const refused = outcomes.filter((outcome) => 'error' in outcome)
  const changed = outcomes.filter((outcome) => 'job' in outcome && outcome.changed).length
  const unchanged = outcomes.length - changed - refused.length
  for (const { jobId, error } of isForPeople() ? refused : []) printToStderr(`${jobId}: ${error}`)
  const sentence = `${changed} changed, ${unchanged} unchanged, ${refused.length} refused`
  printResult(sentence, { status: 'ok', changed, unchanged, refused })
}

type Changed = { changed: boolean; job: ListedJob }
type Refused = { jobId: string; code: string; error: string }

const changeOne = async (db: Database, jobId: string, change: typeof retryJob): Promise<Changed> => ({
  changed: await change(db, jobId),
  job: viewListedJob(await findJob(db, jobId)),
})

/** @throws what is no refusal, such as an outage; the jobs before stay changed */
function toRefused(jobId: string, error: unknown): Refused {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return { jobId, code: error.code, error: error.message }
}

const pauseHelp = `
No worker claims a paused job: neither the scheduler nor a caller who advances. The job keeps its place; "jobs why" says since when and why it is paused,
and "jobs pauses" lists the pauses. New jobs are still queued, and a running slice ends normally. A pause of a kind for all artists and one for a single
artist are two pauses; each is resumed by itself. Both commands are events of the operators' log.`

const pauseSentences = {
  added: 'paused.',
  changed: 'was paused already; the reason is the new one.',
  removed: 'resumed.',
  unchanged: 'was not paused; nothing was changed.',
}

type PauseOptions = { kind: JobKind; artist?: string; because: string }

const pauseCommand = () =>
  buildPauseCommand('pause', pauseJobs).description(
    'Keep the jobs of a kind from being claimed until they are resumed.',
  )

const resumeCommand = () => buildPauseCommand('resume', resumeJobs).description('Resume a paused kind of job.')

const buildPauseCommand = (
  name: string,
  act: (...args: Parameters<typeof pauseJobs>) => Promise<keyof typeof pauseSentences>,
) =>
  new Command(name)
    .addOption(buildKindOption('the kind').makeOptionMandatory())
    .option('--artist <uuid>', 'only of this artist (default: of every artist)', parseArtistId)
    .requiredOption('--because <reason>', 'why, for the other operators', parseReason)
    .addHelpText('after', pauseHelp)
    .action(async ({ kind, artist, because }: PauseOptions) => {
      const scope: PauseScope = { kind, artistId: artist ?? null, because }
      const outcome = await withDatabase((db) => act(db, { ...scope, operator: getOperator() }))
      const jobs = `${kind} of ${artist === undefined ? 'every artist' : `artist ${artist}`}`
      printResult(`${jobs}: ${pauseSentences[outcome]}`, { status: 'ok', ...scope, outcome })
    })

const listPausesCommand = () =>
  new Command('pauses').description('What is paused, since when and why.').action(async () => {
    const pauses = await withDatabase(listPauses)
    printListing('pauses', pauses, ['kind', 'artist', 'pausedAt', 'because'])
  })
