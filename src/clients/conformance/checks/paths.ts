import { document } from '#src/contract/document.ts'
import { type CheckContext, runForEach } from '../check.ts'
import { operations } from '../operations.ts'
import { validate } from '../response.ts'

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
