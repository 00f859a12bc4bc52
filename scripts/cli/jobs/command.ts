import { Command } from 'commander'
import { cancelCommand, retryCommand } from './change.ts'
import { listCommand, whyCommand } from './list.ts'
import { pauseCommand, resumeCommand } from './pause.ts'
import { statsCommand } from './stats.ts'

export function jobsCommand(): Command {
  return new Command('jobs')
    .description('Research jobs.')
    .addCommand(statsCommand())
    .addCommand(listCommand())
    .addCommand(whyCommand())
    .addCommand(retryCommand())
    .addCommand(cancelCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
}
