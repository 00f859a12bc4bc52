import { Command, Option } from 'commander'
import { listPauses, type PauseScope, pauseJobs, resumeJobs } from '#src/admin/jobs/pauses.ts'
import { findJob, type JobFilter, listJobs, viewListedJob } from '#src/admin/jobs/read.ts'
import { cancelJob, retryJob } from '#src/admin/jobs/retry-cancel.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { type JobKind, jobKinds } from '#src/queue/kinds.ts'
import { buildLimitOption, parseArtistId, parseJobId, parseReason } from './arguments.ts'
import { withDatabase } from './database.ts'
import { getOperator } from './host.ts'
import { printResult, reportFailure } from './output.ts'
import { printListing, printPage } from './table.ts'

export const buildJobsCommand = (): Command =>
  new Command('jobs')
    .description('Research jobs.')
    .addCommand(buildListCommand())
    .addCommand(buildWhyCommand())
    .addCommand(
      buildChangeCommand('retry', retryJob).description(
        'Make jobs due now: those that were given up or cancelled, or those that wait.',
      ),
    )
    .addCommand(buildChangeCommand('cancel', cancelJob).description('End jobs that are not finished.'))
    .addCommand(
      buildPauseCommand('pause', pauseJobs).description(
        'Keep the jobs of a kind from being claimed until they are resumed.',
      ),
    )
    .addCommand(buildPauseCommand('resume', resumeJobs).description('Resume a paused kind of job.'))
    .addCommand(
      new Command('pauses').description('What is paused, since when and why.').action(async () => {
        printListing('pauses', await withDatabase(listPauses), ['kind', 'artist', 'pausedAt', 'because'])
      }),
    )

const states = ['pending', 'waiting', 'done', 'failed', 'cancelled']

const buildKindOption = (description: string) => new Option('--kind <kind>', description).choices(jobKinds)

const buildListCommand = () =>
  new Command('list')
    .description('The jobs, the newest first, and why each is not claimable now.')
    .option('--artist <uuid>', 'only those of this artist', parseArtistId)
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
    .addOption(buildKindOption('only those of this kind'))
    .addOption(buildLimitOption())
    .action(async ({ artist: artistId, ...options }: Omit<JobFilter, 'artistId'> & { artist?: string }) => {
      const page = await withDatabase((db) => listJobs(db, { artistId, ...options }))
      printPage('jobs', page, ['jobId', 'artist', 'kind', 'state', 'until', 'why'])
    })

const buildWhyCommand = () =>
  new Command('why')
    .description('Why a job is not claimable now.')
    .argument('<job>', "the job's id", parseJobId)
    .action(async (jobId: string) => {
      const job = await withDatabase(async (db) => viewListedJob(await findJob(db, jobId)))
      const until = job.until === null ? '' : ` Until ${job.until.toISOString()}.`
      printResult(`${job.kind} of ${job.artist} (${job.state}): ${job.why}${until}`, { status: 'ok', job })
    })

const changeHelp = `
Each job is changed in a transaction of its own, and has its own line of output: what is refused of one does not stop the others, and ends with exit
code 1. "jobs list" selects jobs, for instance those that the catalogue refused:

  npm run -s cli -- jobs list --state failed --kind latest_refresh --limit 1000 --json |
    jq -r '.jobs[] | select(.errorCategory == "provider_refused").jobId' | xargs npm run -s cli -- jobs retry`

const buildChangeCommand = (name: string, change: typeof retryJob) =>
  new Command(name)
    .argument('<job...>', 'the ids of the jobs', (id: string, before: string[] = []) => [...before, parseJobId(id)])
    .addHelpText('after', changeHelp)
    .action((jobIds: string[]) =>
      withDatabase(async (db) => {
        for (const jobId of jobIds) await changeOne(db, jobId, change).catch(reportRefusal)
      }),
    )

async function changeOne(db: Database, jobId: string, change: typeof retryJob): Promise<void> {
  const changed = await change(db, jobId)
  const job = viewListedJob(await findJob(db, jobId))
  printResult(`${jobId}: ${job.why}`, { status: 'ok', changed, job })
}

/** @throws what is no refusal, such as an outage */
function reportRefusal(error: unknown): void {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  reportFailure(error)
}

const pauseHelp = `
No worker claims a paused job: neither the scheduler nor a caller who advances. The job keeps its place; "jobs why" says since when and why it is paused,
and "jobs pauses" lists the pauses. New jobs are still queued, and a running slice ends normally. A pause of a kind for all artists and one for a single
artist are two pauses; each is resumed by itself. Both commands are events of the operators' log.`

const pauseSentences = {
  paused: 'paused.',
  resumed: 'resumed.',
  unchanged: 'was not paused; nothing was changed.',
}

type PauseOptions = { kind: JobKind; artist?: string; because: string }

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
