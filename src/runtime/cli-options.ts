import { parseArgs } from 'node:util'
import type { Environment } from '#src/config/env.ts'

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
  const string = { type: 'string' } as const
  const options = { chaos: string, 'chaos-seed': string, scheduler: string, help: { type: 'boolean' } } as const
  // Its rate may be left out, which the parser does not know.
  const complete = args.flatMap((one, at) => {
    const isAlone = one === '--chaos' && !/^[^-]/.test(args[at + 1] ?? '')
    return isAlone ? ['--chaos=on-demand'] : [one]
  })
  try {
    const { values } = parseArgs({ args: complete, options })
    if (values.help) end(0, help)
    const given = { CHAOS: values.chaos, CHAOS_SEED: values['chaos-seed'], SCHEDULER_SECONDS: values.scheduler }
    return { ...env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  } catch (error) {
    return end(1, `error: ${(error as Error).message}\n\n${help}`)
  }
}

function end(code: number, text: string): never {
  const output = code === 0 ? process.stdout : process.stderr
  output.write(text)
  process.exit(code)
}
