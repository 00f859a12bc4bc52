import { Command } from 'commander'
import { type JobStats, overdueSeconds, readJobStats } from '#src/admin/jobs/stats.ts'
import { withDatabase } from '../database.ts'
import { formatCount, printToStderr } from '../output.ts'
import { buildTable, formatInstant, printListing } from '../table.ts'

export const buildStatsCommand = () =>
  new Command('stats')
    .description(
      'How the jobs stand: by kind and state, the oldest that is due, what was given up in the last hour and why, what is paused.',
    )
    .addHelpText('after', `\nOverdue: due for more than ${overdueSeconds / 60} minutes. It reads every job once.`)
    .action(runStats)

async function runStats() {
  const stats = await withDatabase(readJobStats)
  printListing({ status: 'ok', ...stats }, [formatJobs(stats), formatFailures(stats), formatPauses(stats)])
  printToStderr(formatVerdict(stats))
}

function formatVerdict({ jobs }: JobStats): string {
  const overdue = jobs.reduce((sum, group) => sum + group.overdue, 0)
  if (overdue === 0) return 'Nothing is overdue.'
  return `${formatCount(overdue, 'job')} ${overdue === 1 ? 'is' : 'are'} due for more than ${overdueSeconds / 60} minutes: is the scheduler being called?`
}

const formatJobs = ({ jobs }: JobStats) =>
  buildTable(jobs, [
    { title: 'kind', value: ({ kind }) => kind },
    { title: 'state', value: ({ state }) => state },
    { title: 'jobs', value: (group) => group.jobs, align: 'right' },
    { title: 'due', value: ({ due }) => due, align: 'right' },
    { title: 'overdue', value: ({ overdue }) => overdue, align: 'right' },
    { title: 'oldest due', value: ({ oldestDueAt }) => formatInstant(oldestDueAt) },
  ])

const formatFailures = ({ failedThisHour }: JobStats) =>
  buildTable(
    failedThisHour,
    [
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'reason', value: ({ reason }) => reason },
      { title: 'jobs', value: ({ jobs }) => jobs, align: 'right' },
      { title: 'last', value: ({ lastAt }) => formatInstant(lastAt) },
    ],
    'Given up in the last hour',
  )

const formatPauses = ({ pauses }: JobStats) =>
  buildTable(
    pauses,
    [
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'artist', value: ({ artist }) => artist ?? 'every artist' },
      { title: 'since', value: ({ pausedAt }) => formatInstant(pausedAt) },
      { title: 'because', value: ({ because }) => because },
    ],
    'Paused',
  )
