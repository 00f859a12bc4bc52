import type { Config } from '#src/config.ts'

/** Only the embedded database of a developer's machine is seeded, and only there does the local key sign tokens. */
export const hasSampleData = ({ environment, databaseUrl, token }: Config): boolean =>
  environment === 'development' && databaseUrl === undefined && token.jwksUrl === undefined
