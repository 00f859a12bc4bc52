import { Command } from 'commander'
import { findJob, type ListedJob, viewListedJob } from '#src/admin/jobs/read.ts'
import { cancelJob, retryJob } from '#src/admin/jobs/retry-cancel.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { parseJobId } from '../arguments.ts'
import { withDatabase } from '../database.ts'
import { isForPeople, printResult, printToStderr } from '../output.ts'

const use = `
Each job is changed in a transaction of its own, so the command may be stopped and run again; what is refused of one does not stop the others.
"jobs list" selects jobs, for instance those that the catalogue refused last night:

  npm run -s cli -- jobs list --kind latest_refresh --reason provider_refused --since 12h --limit 1000 --json | jq -r '.jobs[].jobId' |
    xargs npm run -s cli -- jobs retry`

export const retryCommand = () =>
  buildChangeCommand('retry', retryJob).description(
    'Make jobs due now: those that were given up or cancelled, or those that wait.',
  )

export const cancelCommand = () =>
  buildChangeCommand('cancel', cancelJob).description('End jobs that are not finished.')

const buildChangeCommand = (name: string, change: typeof retryJob) =>
  new Command(name)
    .argument('<job...>', 'the ids of the jobs', (id: string, before: string[] = []) => [...before, parseJobId(id)])
    .addHelpText('after', use)
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
