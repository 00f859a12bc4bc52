import { Command, Option } from 'commander'
import { decodeJwt } from 'jose'
import { signLocalToken } from '#src/auth/tokens.ts'
import { ConfigError } from '#src/config.ts'
import { parseInteger, refuseInvalidArgument } from './arguments.ts'
import { loadOperatorConfig } from './database.ts'
import { host } from './host.ts'
import { isForPeople, print, printToStderr } from './output.ts'

type Options = { subject: string; ttl: number; environment?: string }

/** Access tokens last about an hour (interface, section 5). */
const hourSeconds = 3_600
const daySeconds = 86_400

export function buildTokenCommand(): Command {
  return new Command('token')
    .description(
      'Sign an access token with the local development key; refused where TOKEN_JWKS_URL names another issuer.',
    )
    .requiredOption('--subject <subject>', 'the user of the token, who need not exist')
    .option(
      '--ttl <seconds>',
      `how long it is good for, at most ${daySeconds}`,
      parseInteger(1, daySeconds),
      hourSeconds,
    )
    .addOption(
      new Option(
        '--environment <environment>',
        'the environment it is good for (default: SERVICE_ENVIRONMENT)',
      ).choices(['development', 'staging', 'production']),
    )
    .action(runToken)
}

async function runToken({ subject, ttl: ttlSeconds, environment: requestedEnvironment }: Options) {
  refuseInvalidArgument('user', { subject })
  const config = loadOperatorConfig()
  if (config.environment !== 'development') {
    const whose = `is ${config.environment}: its tokens are signed by its own issuer, here only those of a developer's machine`
    throw new ConfigError('SERVICE_ENVIRONMENT', whose)
  }
  const environment = requestedEnvironment ?? config.environment
  const token = await signLocalToken(config, { subject, ttlSeconds, environment })
  const expiresAt = new Date((decodeJwt(token).exp ?? 0) * 1000).toISOString()
  if (!isForPeople()) return print({ status: 'ok', token, subject, environment, expiresAt })
  printToStderr(`A token of ${subject} for ${environment}, until ${expiresAt}:`)
  host.stdout.write(`${token}\n`)
}
