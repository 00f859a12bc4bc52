import { document } from '#src/contract/document.ts'
import type { Check } from '../check.ts'

type Json = { [name: string]: unknown }

const differencesMax = 25

/** The document that is served equals the one that this program was built for, but for its addresses. */
export const checkDocument: Check = {
  name: 'document',
  async run({ options, report, skip }) {
    const response = await fetch(`${options.url}/openapi.json`, { redirect: 'manual' })
    if (response.status === 404) return skip('document', 'the deployment does not serve its documents')
    if (response.status !== 200) return report('document', 'GET /openapi.json', `status ${response.status}`)
    const served = await response.json().catch(() => ({}))
    const differences = [...listDifferences(withoutAddresses(document), withoutAddresses(served), '#')]
    for (const wrong of differences.slice(0, differencesMax)) report('document', 'GET /openapi.json', wrong)
    if (differences.length > differencesMax)
      report('document', 'GET /openapi.json', `${differences.length - differencesMax} more differences`)
  },
}

/** Servers and links to guides name the address that was asked. */
function withoutAddresses(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutAddresses)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).filter(([name]) => name !== 'servers' && name !== 'externalDocs')
  return Object.fromEntries(members.map(([name, value]) => [name, withoutAddresses(value)]))
}

/** Where two documents differ, as pointers into the one that was built for. */
export function* listDifferences(built: unknown, served: unknown, pointer: string): Generator<string> {
  if (Object.is(built, served)) return
  const areNodes = [built, served].every((node) => typeof node === 'object' && node !== null)
  if (!areNodes || Array.isArray(built) !== Array.isArray(served)) {
    if (built === undefined) yield `${pointer} is not in the contract of this program`
    else if (served === undefined) yield `${pointer} is missing`
    else yield `${pointer} is ${shorten(served)}, not ${shorten(built)}`
    return
  }
  const [one, other] = [built as Json, served as Json]
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* listDifferences(one[name], other[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

const shorten = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
