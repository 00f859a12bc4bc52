import { document } from '#src/contract/document.ts'
import { type Check, forEachAtOnce } from '../check.ts'
import { operations } from '../operations.ts'
import { validate } from '../response.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const failure = { $ref: '#/components/schemas/Failure' }

/** An unknown path is 404; a known path with another method is 405 and names its methods. Both have the error body. */
export const checkPaths: Check = {
  name: 'paths',
  async run({ options, report }) {
    const ask = async (method: string, path: string, status: number, check: (response: Response) => string[]) => {
      const response = await fetch(options.url + path, { method, redirect: 'manual' })
      const text = await response.text()
      const wrong = response.status === status ? check(response) : [`status ${response.status}, not ${status}`]
      for (const one of [...wrong, ...validateFailure(text)]) report('paths', `${method} ${path}`, one)
    }
    await ask('GET', '/api/no-such-path', 404, () => [])
    await forEachAtOnce(Object.keys(document.paths), async (path) => {
      const known = operations.filter((operation) => operation.path === path).map(({ method }) => method)
      const filled = path.replaceAll(/\{\w+\}/g, '0198f3a2-6f1e-7c40-9d52-000000000000')
      for (const method of methods.filter((one) => !known.includes(one)))
        await ask(method, filled, 405, ({ headers }) => validateAllow(headers.get('allow'), known))
    })
  },
}

function validateAllow(allow: string | null, known: readonly string[]): string[] {
  const named = (allow ?? '')
    .split(',')
    .map((method) => method.trim())
    .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
  const isSame = named.toSorted().join() === known.toSorted().join()
  return isSame ? [] : [`header Allow is ${allow}, and the path has ${known.join(', ')}`]
}

function validateFailure(text: string): string[] {
  try {
    return validate(failure, JSON.parse(text))
  } catch {
    return ['the body is not the error body']
  }
}
