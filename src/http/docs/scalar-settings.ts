import { document } from '#src/contract/document.ts'

export const scalarScriptPath = '/reference/scalar.js'

/** Where both readers send requests first. */
export const here = [{ url: '/', description: 'The service that this document was read from.' }]

/** How Scalar shows the contract: as it is served, tried out on this host, with nothing asked of anybody else. */
export const scalarSettings = {
  url: '/openapi.json',
  servers: here,
  pageTitle: `Sittings ${document.info.version}`,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never' as const,
}
