import { type Command, Option } from 'commander'
import type { Moment } from '#src/admin/listing.ts'
import { type ErrorCategory, jobKinds } from '#src/queue/kinds.ts'
import { parseArtistId, parseMoment } from '../arguments.ts'

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

export type FilterOptions = {
  artist?: string
  state?: string
  kind?: string
  reason?: string
  since?: Moment
  before?: Moment
}

export const buildKindOption = (description: string) => new Option('--kind <kind>', description).choices(jobKinds)

/** The options that select jobs. */
export const addFilterOptions = (command: Command): Command =>
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
