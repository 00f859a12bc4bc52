import { document } from '#src/contract/document.ts'

export const scriptPath = '/reference/scalar.js'

/** How Scalar shows the contract: as it is served, tried out on this host, with nothing asked of anybody else. */
export const settings = {
  url: '/openapi.json',
  servers: [{ url: '/', description: 'The service that this document was read from.' }],
  pageTitle: `Sittings ${document.info.version}`,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never' as const,
}
