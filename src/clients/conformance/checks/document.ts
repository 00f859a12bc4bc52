import { document } from '#src/contract/document.ts'
import { type CheckContext, runForEach } from '../check.ts'
import { shorten } from '../expect.ts'
import { operations } from '../operations.ts'
import { validate } from '../response.ts'

type Json = { [name: string]: unknown }

const differencesMax = 25

/** The document that is served equals the one that this program was built for, but for its addresses. */
export async function checkDocument({ options, report, skip }: CheckContext): Promise<void> {
  const response = await fetch(`${options.url}/openapi.json`, { redirect: 'manual' })
  if (response.status === 404) return skip('document', 'the deployment does not serve its documents')
  if (response.status !== 200) return report('document', 'GET /openapi.json', `status ${response.status}`)
  const served = await response.json().catch(() => ({}))
  const differences = [...listDifferences(withoutAddresses(document), withoutAddresses(served), '#')]
  const rest = differences.splice(differencesMax).length
  if (rest > 0) differences.push(`${rest} more differences`)
  for (const wrong of differences) report('document', 'GET /openapi.json', wrong)
}

/** Servers and links to guides name the address that was asked. */
function withoutAddresses(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutAddresses)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).filter(([name]) => name !== 'servers' && name !== 'externalDocs')
  return Object.fromEntries(members.map(([name, value]) => [name, withoutAddresses(value)]))
}

/** Where two documents differ, as pointers into the one that was built for. */
function* listDifferences(built: unknown, served: unknown, pointer: string): Generator<string> {
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

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** An unknown path is 404; a known path with another method is 405 and names its methods. Both have the error body. */
export async function checkPaths({ options, report }: CheckContext): Promise<void> {
  const ask = async (method: string, path: string, status: number, known: readonly string[] = []) => {
    const response = await fetch(options.url + path, { method, redirect: 'manual' })
    const body = await response.json().catch(() => undefined)
    const wrong = [
      ...(response.status === status ? [] : [`status ${response.status}, not ${status}`]),
      ...(status === 405 && response.status === 405 ? validateAllow(response.headers.get('allow'), known) : []),
      ...validate({ $ref: '#/components/schemas/Failure' }, body),
    ]
    for (const one of wrong) report('paths', `${method} ${path}`, one)
  }
  await ask('GET', '/api/no-such-path', 404)
  await runForEach(Object.keys(document.paths), async (path) => {
    const known = operations.filter((operation) => operation.path === path).map(({ method }) => method)
    const filled = path.replaceAll(/\{\w+\}/g, '0198f3a2-6f1e-7c40-9d52-000000000000')
    for (const method of methods.filter((one) => !known.includes(one))) await ask(method, filled, 405, known)
  })
}

function validateAllow(allow: string | null, known: readonly string[]): string[] {
  const named = (allow ?? '')
    .split(',')
    .map((method) => method.trim())
    .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
  const isSame = named.toSorted().join() === known.toSorted().join()
  return isSame ? [] : [`header Allow is ${allow}, and the path has ${known.join(', ')}`]
}
