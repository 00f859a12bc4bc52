import type { Operation } from './document.ts'
import { isArtistId } from './operations.ts'
import { catalogue, type ProblemCode } from './problems/catalogue.ts'
import { findResponseContract } from './response-check.ts'

const everyCode = Object.keys(catalogue) as ProblemCode[]

/**
 * The problem codes that an operation documents: for each declared status the codes that its description names; where
 * it names none, and for failures of the service always, those that the response's description names.
 */
export function listDocumentedCodes(operation: Operation): ProblemCode[] {
  const { description } = operation
  return everyCode.filter((code) => {
    const { status } = catalogue[code]
    const response = findResponseContract(operation, status)
    if (response === undefined) return false
    if (code === 'invalid_artist_id') return operation.parameters.some(isArtistId)
    if (isDocumentedGlobally(code, operation)) return true
    const documented = everyCode.filter((one) => catalogue[one].status === status && names(description, one))
    // An operation names all its client errors; a failure of the service may occur besides the ones it names.
    if (documented.length > 0 && status < 500) return documented.includes(code)
    return names(response.description, code)
  })
}

/**
 * Codes that are documented once for all operations: `cursor_stale` for paged lists, `rate_limited` for every 429,
 * `body_too_large` for every body.
 */
const isDocumentedGlobally = (code: ProblemCode, { parameters, body }: Operation) =>
  code === 'rate_limited' ||
  (code === 'body_too_large' && body !== undefined) ||
  (code === 'cursor_stale' && parameters.some(({ name }) => name === 'cursor'))

const names = (text: string, code: string) => text.includes(`\`${code}\``)
