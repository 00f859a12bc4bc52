import { Command, Option } from 'commander'
import type { Environment } from '#src/config/env.ts'
import { onDemand } from '#src/http/fault-injection/rules.ts'

const usage = `Serves Sittings. Settings are environment variables; each with its default: src/config/README.md.`

const help = `
What --chaos takes and does: src/http/fault-injection/README.md. It is for development alone.`

/**
 * The environment with the command line's options, which take precedence. Ends the process after --help or an unknown
 * option.
 */
export function readCliOptions(args: readonly string[], env: Environment): Environment {
  const program = new Command('npm start --')
    .description(usage)
    .addOption(
      new Option('--chaos [rules]', 'documented failures: by chance, or for requests that ask for them').preset(
        onDemand,
      ),
    )
    .option('--chaos-seed <number>', 'repeat what happened by chance')
    .addHelpText('after', help)
    .parse(args, { from: 'user' })
  const { chaos, chaosSeed } = program.opts<{ chaos?: string; chaosSeed?: string }>()
  return {
    ...env,
    ...(chaos !== undefined && { CHAOS: chaos }),
    ...(chaosSeed !== undefined && { CHAOS_SEED: chaosSeed }),
  }
}
