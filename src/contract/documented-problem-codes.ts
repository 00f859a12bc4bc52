import { document, type Operation, resolve } from './document.ts'
import { catalogue, type ProblemCode } from './problems/catalogue.ts'
import { findResponseContract } from './response-check.ts'

type Told = { description?: string }

const everyCode = Object.keys(catalogue) as ProblemCode[]

/**
 * The failures that the contract lets an operation give, in its own words: of each status that it declares, the codes
 * that its description names; where it names none, and of the failures of the service always, those that the
 * description of the answer names.
 */
export function listDocumentedCodes(operation: Operation): ProblemCode[] {
  const { description = '', responses } = told(operation)
  return everyCode.filter((code) => {
    const { status } = catalogue[code]
    if (status === 405 || findResponseContract(operation, status) === undefined) return false
    if (isOfEvery(code, operation)) return true
    const own = everyCode.filter((one) => catalogue[one].status === status && names(description, one))
    // Of its refusals an operation names all; what the service lacks may befall each, whatever it names besides.
    if (own.includes(code) || (own.length > 0 && status < 500)) return own.includes(code)
    return names(resolve<Told>(responses[String(status)] ?? responses.default ?? {}).description, code)
  })
}

/**
 * What the contract says once for all: of every page that a cursor continues, and of every operation that lists 429.
 */
const isOfEvery = (code: ProblemCode, { parameters }: Operation) =>
  code === 'rate_limited' || (code === 'cursor_stale' && parameters.some(({ name }) => name === 'cursor'))

const names = (text: string | undefined, code: string) => text?.includes(`\`${code}\``) === true

function told({ path, method }: Operation): Told & { responses: Record<string, Told> } {
  const item = document.paths[path] as Record<string, unknown>
  return item[method.toLowerCase()] as Told & { responses: Record<string, Told> }
}
