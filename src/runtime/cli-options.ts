import type { Environment } from '#src/config/env.ts'

const variables: Readonly<Record<string, string>> = {
  '--chaos': 'CHAOS',
  '--chaos-seed': 'CHAOS_SEED',
  '--scheduler': 'SCHEDULER_SECONDS',
}

const help = `Usage: npm start -- [--chaos [RATE]] [--chaos-seed NUMBER] [--scheduler SECONDS]

Serves Sittings. Settings are environment variables; each with its default: src/config/README.md.

  --chaos [RATE]        documented failures for requests that ask for them, and by chance at a rate such as 0.1
  --chaos-seed NUMBER   repeat what happened by chance
  --scheduler SECONDS   run due research every so many seconds; 0: only when it is called

What --chaos does: src/http/fault-injection/README.md. It is for development alone.
`

/**
 * The environment with the command line's options, which take precedence. Ends the process after --help or an unknown
 * option.
 */
export function readCliOptions(args: readonly string[], env: Environment): Environment {
  const given: Record<string, string> = {}
  let variable: string | undefined
  for (const argument of args.flatMap((one) => one.split('='))) {
    if (argument === '--help') end(0, help)
    else if (argument in variables) {
      variable = variables[argument] as string
      given[variable] = variable === 'CHAOS' ? 'on-demand' : ''
    } else if (variable !== undefined) {
      given[variable] = argument
      variable = undefined
    } else end(1, `error: unknown option '${argument}'\n\n${help}`)
  }
  return { ...env, ...given }
}

function end(code: number, text: string): never {
  const output = code === 0 ? process.stdout : process.stderr
  output.write(text)
  process.exit(code)
}
