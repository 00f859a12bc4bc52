import { type Operation, operationContracts } from '#src/contract/document.ts'
import type { Actors } from '../service.ts'
import type { Measure } from './probe.ts'

/** More than one caller may have under way: its own requests wait for each other. */
const atOnce = 64

/** Bodies of exactly the bytes that an operation accepts: cheap to send, and as much as can be to parse or compare. */
const hostile: Readonly<Record<string, (bytes: number) => string>> = {
  'nested arrays': (bytes) => '['.repeat(bytes),
  'nested objects': (bytes) => fill('{"a":', bytes),
  'empty arrays': (bytes) => `[${fill('[],', bytes - 3)}0]`,
  'empty objects': (bytes) => `{"a":[${fill('{},', bytes - 9)}0]}`,
  'quotes alone': (bytes) => '"'.repeat(bytes),
  'escaped quotes': (bytes) => `"${fill('\\"', bytes - 2)}"`,
  'one long text': (bytes) => `{"a":"${'a'.repeat(bytes - 8)}"}`,
}

const fill = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes)

/** Every operation with a body, by one caller without a right to the artist, as often as it can at once. */
export async function sendHostileBodies({ bases, bearer, newId }: Actors & { newId: () => string }, measure: Measure) {
  const [base = ''] = bases
  const send = async ({ method, path, body: contract }: Operation, body: string) => {
    const response = await fetch(base + path.replaceAll(/\{\w+\}/g, newId), {
      method,
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body,
    })
    await response.arrayBuffer()
    if (response.status !== 400 && response.status !== 429)
      throw new Error(`${method} ${path} answered ${response.status} to a body of ${contract?.bytesMax} bytes`)
  }
  for (const operation of operationContracts.values()) {
    const { id, body } = operation
    if (body === undefined) continue
    for (const [title, build] of Object.entries(hostile)) {
      const text = build(body.bytesMax)
      // Once before: the schema is compiled by its first use.
      await send(operation, text)
      await measure(id, `${atOnce} bodies of ${title}`, () =>
        Promise.all(Array.from({ length: atOnce }, () => send(operation, text))),
      )
    }
  }
}
