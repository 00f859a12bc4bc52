import { Command } from 'commander'
import { cancelCommand, retryCommand } from './change.ts'
import { buildWhyCommand, listCommand } from './list.ts'
import { listPausesCommand, pauseCommand, resumeCommand } from './pause.ts'

export function buildJobsCommand(): Command {
  return new Command('jobs')
    .description('Research jobs.')
    .addCommand(listCommand())
    .addCommand(buildWhyCommand())
    .addCommand(retryCommand())
    .addCommand(cancelCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(listPausesCommand())
}
