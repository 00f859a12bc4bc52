import { Command, Option } from 'commander'
import { countJobsAhead, findJob, listJobs, viewListedJob } from '#src/admin/jobs/read.ts'
import { cancelJob, retryJob } from '#src/admin/jobs/retry-cancel.ts'
import { jobKinds } from '#src/queue/kinds.ts'
import { integer, uuid } from './arguments.ts'
import { withDatabase } from './database.ts'
import { print, say } from './output.ts'

type ListOptions = { artist?: string; state?: string; kind?: string; limit: number }

const states = ['pending', 'waiting', 'done', 'failed', 'cancelled']

export function jobsCommand(): Command {
  return new Command('jobs')
    .description('Research jobs.')
    .addCommand(
      new Command('list')
        .description('The jobs, the newest first, and why each is not claimable now.')
        .option('--artist <uuid>', 'only those of this artist', uuid)
        .addOption(new Option('--state <state>', 'only those in this state').choices(states))
        .addOption(new Option('--kind <kind>', 'only those of this kind').choices(jobKinds))
        .option('--limit <count>', 'this many at most', integer(1, 1000), 50)
        .action(runList),
    )
    .addCommand(about('why', 'Why a job is not claimable now, or how many are to be claimed before it.', runWhy))
    .addCommand(about('retry', 'Make a job due now: one that was given up or cancelled, or one that waits.', runRetry))
    .addCommand(about('cancel', 'End a job that is not finished.', runCancel))
}

const about = (name: string, description: string, run: (jobId: string) => Promise<void>) =>
  new Command(name).description(description).argument('<job>', "the job's id", uuid).action(run)

async function runList({ artist, state, kind, limit }: ListOptions) {
  const jobs = await withDatabase((db) => listJobs(db, { artistId: artist, state, kind, limit }))
  print({ status: 'ok', jobs })
}

async function runWhy(jobId: string) {
  const job = await withDatabase(async (db) => {
    const found = await findJob(db, jobId)
    const view = viewListedJob(found)
    return { ...view, ahead: view.claimable ? await countJobsAhead(db, found) : null }
  })
  say(job.until === null ? job.why : `${job.why} Until ${job.until}.`)
  print({ status: 'ok', job })
}

async function runRetry(jobId: string) {
  const { changed, job } = await acted(jobId, retryJob)
  say(changed ? 'It is due now.' : 'It was due already.')
  print({ status: 'ok', changed, job })
}

async function runCancel(jobId: string) {
  const { changed, job } = await acted(jobId, cancelJob)
  say(changed ? 'It is cancelled.' : 'It was cancelled already.')
  print({ status: 'ok', changed, job })
}

const acted = (jobId: string, act: typeof retryJob) =>
  withDatabase(async (db) => ({ changed: await act(db, jobId), job: viewListedJob(await findJob(db, jobId)) }))
