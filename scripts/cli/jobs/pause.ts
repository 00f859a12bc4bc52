import { Command } from 'commander'
import { listPauses, type PauseScope, pauseJobs, resumeJobs } from '#src/admin/jobs/pauses.ts'
import type { JobKind } from '#src/queue/kinds.ts'
import { parseArtistId, parseReason } from '../arguments.ts'
import { withDatabase } from '../database.ts'
import { getOperator } from '../operator.ts'
import { printResult } from '../output.ts'
import { formatInstant, printListing } from '../table.ts'
import { buildKindOption } from './filter.ts'

const use = `
No worker claims a paused job: neither the scheduler nor a caller who advances. The job keeps its place; "jobs why" says since when and why it is paused,
and "jobs pauses" lists the pauses. New jobs are still queued, and a running slice ends normally. A pause of a kind for all artists and one for a single
artist are two pauses; each is resumed by itself. Both commands are events of the operators' log.`

const sentences = {
  added: 'paused.',
  changed: 'was paused already; the reason is the new one.',
  removed: 'resumed.',
  unchanged: 'was not paused; nothing was changed.',
}

type Options = { kind: JobKind; artist?: string; because: string }

export const pauseCommand = () =>
  buildPauseCommand('pause', pauseJobs).description(
    'Keep the jobs of a kind from being claimed until they are resumed.',
  )

export const resumeCommand = () => buildPauseCommand('resume', resumeJobs).description('Resume a paused kind of job.')

const buildPauseCommand = (
  name: string,
  act: (...args: Parameters<typeof pauseJobs>) => Promise<keyof typeof sentences>,
) =>
  new Command(name)
    .addOption(buildKindOption('the kind').makeOptionMandatory())
    .option('--artist <uuid>', 'only of this artist (default: of every artist)', parseArtistId)
    .requiredOption('--because <reason>', 'why, for the other operators', parseReason)
    .addHelpText('after', use)
    .action(async ({ kind, artist, because }: Options) => {
      const scope: PauseScope = { kind, artistId: artist ?? null, because }
      const outcome = await withDatabase((db) => act(db, { ...scope, operator: getOperator() }))
      const jobs = `${kind} of ${artist === undefined ? 'every artist' : `artist ${artist}`}`
      printResult(`${jobs}: ${sentences[outcome]}`, { status: 'ok', ...scope, outcome })
    })

export const listPausesCommand = () =>
  new Command('pauses').description('What is paused, since when and why.').action(async () => {
    const pauses = await withDatabase(listPauses)
    printListing('pauses', pauses, [
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'artist', value: ({ artist }) => artist ?? 'every artist' },
      { title: 'since', value: ({ pausedAt }) => formatInstant(pausedAt) },
      { title: 'because', value: ({ because }) => because },
    ])
  })
