import { operationContracts } from '#src/contract/document.ts'
import type { ResponseSummary } from './response-summary.ts'

/** The service's own count of undescribed responses: it validates each one before it is sent. */
export async function listOwnViolations(base: string): Promise<string[]> {
  const response = await fetch(`${base}/metrics`)
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`)
  const counted = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('sittings_contract_violations_total{'))
  if (counted.length === 0) throw new Error('The service does not count its violations of the contract')
  return counted.filter((line) => !line.endsWith(' 0'))
}

/**
 * Of the (operation, status) pairs that the contract declares, how many this fuzzing has met; the tests produce all of
 * them.
 */
export function formatCoverage({ statuses }: ResponseSummary): string {
  const declared = [...operationContracts.values()].flatMap(({ id, responses, reserved }) =>
    [...responses.keys()]
      .filter((status) => status !== 'default' && !reserved.has(status))
      .map((status) => `${id} ${status}`),
  )
  const met = declared.filter((pair) => statuses.has(pair))
  const succeeded = [...operationContracts.keys()].filter((id) => met.some((pair) => pair.startsWith(`${id} 2`)))
  return `${met.length} of ${declared.length} declared (operation, status) pairs met, ${succeeded.length} of ${operationContracts.size} operations with a success`
}
