import { document } from '#src/contract/document.ts'

export const scalarScriptPath = '/reference/scalar.js'

/** The server that both pages call by default. */
export const here = [{ url: '/', description: 'The service that this document was read from.' }]

/** Scalar's settings: the contract as served, requests to this host, nothing loaded from third parties. */
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
