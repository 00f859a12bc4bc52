import { Command } from 'commander'
import { findJob, listJobs, viewListedJob } from '#src/admin/jobs/read.ts'
import { buildLimitOption, parseJobId } from '../arguments.ts'
import { withDatabase } from '../database.ts'
import { printResult } from '../output.ts'
import { formatInstant, printPage } from '../table.ts'
import { addFilterOptions, type FilterOptions } from './filter.ts'

export const listCommand = () =>
  addFilterOptions(new Command('list'))
    .description('The jobs, the newest first, and why each is not claimable now.')
    .addOption(buildLimitOption())
    .action(runList)

async function runList({ artist: artistId, ...options }: FilterOptions & { limit: number }) {
  const page = await withDatabase((db) => listJobs(db, { artistId, ...options }))
  printPage('jobs', page, [
    { title: 'job', value: ({ jobId }) => jobId },
    { title: 'artist', value: ({ artist }) => artist },
    { title: 'kind', value: ({ kind }) => kind },
    { title: 'state', value: ({ state }) => state },
    { title: 'until', value: ({ until }) => formatInstant(until) },
    { title: 'why', value: ({ why }) => why },
  ])
}

export const buildWhyCommand = () =>
  new Command('why')
    .description('Why a job is not claimable now.')
    .argument('<job>', "the job's id", parseJobId)
    .action(runWhy)

async function runWhy(jobId: string) {
  const job = await withDatabase(async (db) => viewListedJob(await findJob(db, jobId)))
  const until = job.until === null ? '' : ` Until ${job.until}.`
  printResult(`${job.kind} of ${job.artist} (${job.state}): ${job.why}${until}`, { status: 'ok', job })
}
