type DeploymentSettings = {
  environment: string
  databaseUrl: string | undefined
  token: { jwksUrl: string | undefined }
}

/** The first setting by which a deployment is no developer's machine with sample data, and its value in words. */
export function findSettingAgainstSampleData({ environment, databaseUrl, token }: DeploymentSettings) {
  if (environment !== 'development') return { name: 'SERVICE_ENVIRONMENT', value: `is ${environment}` }
  if (databaseUrl !== undefined) return { name: 'DATABASE_URL', value: 'is set' }
  if (token.jwksUrl !== undefined) return { name: 'TOKEN_JWKS_URL', value: 'is set' }
  return undefined
}

/** Only the embedded database of a developer's machine is seeded, and only there does the local key sign tokens. */
export const hasSampleData = (settings: DeploymentSettings): boolean =>
  findSettingAgainstSampleData(settings) === undefined
