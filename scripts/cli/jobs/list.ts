import { Command } from 'commander'
import { countJobsAhead, findJob, listJobs, viewListedJob } from '#src/admin/jobs/read.ts'
import { buildLimitOption, parseJobId } from '../arguments.ts'
import { withDatabase } from '../database.ts'
import { formatCount, printResult } from '../output.ts'
import { buildTable, formatInstant, noteMore, printListing } from '../table.ts'
import { addFilterOptions, type FilterOptions, toJobFilter } from './filter.ts'

export const listCommand = () =>
  addFilterOptions(new Command('list'))
    .description('The jobs, the newest first, and why each is not claimable now.')
    .addOption(buildLimitOption())
    .action(runList)

async function runList({ limit, ...options }: FilterOptions & { limit: number }) {
  const { rows: jobs, more } = await withDatabase((db) => listJobs(db, { ...toJobFilter(options), limit }))
  const table = buildTable(jobs, [
    { title: 'job', value: ({ jobId }) => jobId },
    { title: 'artist', value: ({ artist }) => artist },
    { title: 'kind', value: ({ kind }) => kind },
    { title: 'state', value: ({ state }) => state },
    { title: 'until', value: ({ until }) => formatInstant(until) },
    { title: 'why', value: ({ why }) => why },
  ])
  printListing({ status: 'ok', jobs, more }, [table])
  noteMore(more, limit)
}

export const buildWhyCommand = () =>
  new Command('why')
    .description('Why a job is not claimable now, or how many are to be claimed before it.')
    .argument('<job>', "the job's id", parseJobId)
    .action(runWhy)

async function runWhy(jobId: string) {
  const job = await withDatabase(async (db) => {
    const found = await findJob(db, jobId)
    const view = viewListedJob(found)
    return { ...view, ahead: view.claimable ? await countJobsAhead(db, found) : null }
  })
  const until = job.until === null ? '' : ` Until ${job.until}.`
  const ahead = job.ahead === null ? '' : ` ${formatCount(job.ahead, 'job')} may be claimed before it.`
  const what = `${job.kind} of ${job.artist} (${job.state}):`
  printResult(`${what} ${job.why}${until}${ahead}`, { status: 'ok', job })
}
