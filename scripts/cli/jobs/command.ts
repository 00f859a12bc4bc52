import { Command } from 'commander'
import { cancelCommand, retryCommand } from './change.ts'
import { buildWhyCommand, listCommand } from './list.ts'
import { pauseCommand, resumeCommand } from './pause.ts'
import { buildStatsCommand } from './stats.ts'

export function buildJobsCommand(): Command {
  return new Command('jobs')
    .description('Research jobs.')
    .addCommand(buildStatsCommand())
    .addCommand(listCommand())
    .addCommand(buildWhyCommand())
    .addCommand(retryCommand())
    .addCommand(cancelCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
}
