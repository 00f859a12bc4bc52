import { Command } from 'commander'
import { changeSeveral, type SelectedJob, selectJobs } from '#src/admin/jobs/change-several.ts'
import { findJob, viewListedJob } from '#src/admin/jobs/read.ts'
import { cancelJob, retryJob } from '#src/admin/jobs/retry-cancel.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { parseJobId } from '../arguments.ts'
import { isConfirmed } from '../confirm.ts'
import { withDatabase } from '../database.ts'
import { formatCount, isForPeople, printResult, printToStderr } from '../output.ts'
import { addFilterOptions, type FilterOptions, toJobFilter } from './filter.ts'

const use = `
With a job's id that one job. With a filter, or with neither, every job that it names: they are counted first by kind, state and reason, and changed
after "yes", or with a filter and --yes at once. Each is changed in a transaction of its own, so the command may be stopped and run again. A job that
has moved on in between is refused by itself and listed under "refused".`

type Change = {
  name: 'retry' | 'cancel'
  /** States that a filter without --state names. */
  states: readonly string[]
  act: typeof retryJob
  done: string
  wasDone: string
}

const retry: Change = {
  name: 'retry',
  states: ['failed'],
  act: retryJob,
  done: 'It is due now.',
  wasDone: 'It was due already.',
}
const cancel: Change = {
  name: 'cancel',
  states: ['pending', 'waiting'],
  act: cancelJob,
  done: 'It is cancelled.',
  wasDone: 'It was cancelled already.',
}

export const retryCommand = () =>
  changeCommand(retry).description(
    'Make jobs due now: those that were given up or cancelled, or those that wait. Without a job and --state: those given up.',
  )

export const cancelCommand = () =>
  changeCommand(cancel).description(
    'End jobs that are not finished. Without a job and --state: those pending or waiting.',
  )

const changeCommand = (change: Change) =>
  addFilterOptions(new Command(change.name).argument('[job]', "a job's id, instead of a filter", parseJobId))
    .option('--yes', 'do not ask; with a job or a filter', false)
    .addHelpText('after', use)
    .action((jobId: string | undefined, { yes, ...options }: FilterOptions & { yes: boolean }) => {
      const isFiltered = Object.keys(options).length > 0
      if (jobId !== undefined && isFiltered) throw refuse("give either a job's id or a filter, not both")
      // A script whose variable is empty must not change every job.
      if (jobId === undefined && !isFiltered && yes)
        throw refuse(`--yes needs a job's id or a filter, such as --state ${change.states[0]}`)
      return jobId === undefined ? runSeveral(change, options, yes) : runOne(change, jobId)
    })

async function runOne({ act, done, wasDone }: Change, jobId: string) {
  const { changed, job } = await withDatabase(async (db) => ({
    changed: await act(db, jobId),
    job: viewListedJob(await findJob(db, jobId)),
  }))
  // A retry does not lift an operator's pause.
  const isPaused = act === retryJob && !job.claimable
  printResult(isPaused ? job.why : changed ? done : wasDone, { status: 'ok', changed, job })
}

async function runSeveral({ name, states, act }: Change, options: FilterOptions, yes: boolean) {
  const outcome = await withDatabase(async (db) => {
    const filter = toJobFilter(options)
    const jobs = await selectJobs(db, { ...filter, states: filter.states ?? states })
    for (const { group, count } of countGroups(jobs)) printToStderr(`${count} × ${group}`)
    printToStderr(formatCount(jobs.length, 'job'))
    if (jobs.length > 0 && !yes && !(await isConfirmed(`This is to ${name} ${formatCount(jobs.length, 'job')}.`)))
      throw refuse(`nothing was changed of ${formatCount(jobs.length, 'job')}; see --yes`)
    const ids = jobs.map(({ id }) => id)
    return { selected: ids.length, ...(await changeSeveral(ids, (jobId) => act(db, jobId))) }
  })
  for (const { jobId, error } of isForPeople() ? outcome.refused : []) printToStderr(`${jobId}: ${error}`)
  const counts = `${outcome.changed} changed, ${outcome.unchanged} unchanged, ${outcome.refused.length} refused`
  printResult(counts, { status: 'ok', ...outcome })
}

const refuse = (message: string) => new Problem('invalid_request', { message })

function countGroups(jobs: readonly SelectedJob[]) {
  const groups = Map.groupBy(
    jobs,
    ({ kind, state, reason }) => `${kind} ${state}${reason === null ? '' : `, ${reason}`}`,
  )
  return [...groups].map(([group, members]) => ({ group, count: members.length }))
}
