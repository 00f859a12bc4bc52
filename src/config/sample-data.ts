type DeploymentSettings = {
  environment: string
  databaseUrl: string | undefined
  token: { jwksUrl: string | undefined }
}

/** Only the embedded database of a developer's machine is seeded, and only there does the local key sign tokens. */
export const hasSampleData = ({ environment, databaseUrl, token }: DeploymentSettings): boolean =>
  environment === 'development' && databaseUrl === undefined && token.jwksUrl === undefined
