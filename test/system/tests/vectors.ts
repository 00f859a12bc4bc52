import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomFrom, seed } from '../../text/seed.ts'
import type { TestEnvironment } from '../environment.ts'
import { checkVectors, type Vectors } from '../fidelity/vectors/check-vectors.ts'
import { corruptOne } from '../fidelity/vectors/spoil.ts'
import type { SystemTest } from '../result.ts'

const file = fileURLToPath(new URL('../../../src/text/vectors.json', import.meta.url))
const script = fileURLToPath(new URL('../fidelity/vectors/check.py', import.meta.url))

/**
 * The test vectors of the canonical forms, checked by implementations that share nothing with the service: one for
 * Node, and in the long form one for Python, which then is required. Each has to agree with every vector, and to notice
 * a corrupted one.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  environment.log(`SEED=${seed}`)
  const random = randomFrom(seed)
  const vectors: Vectors = JSON.parse(readFileSync(file, 'utf8'))
  const implementations = short ? { Node: checkInNode } : { Node: checkInNode, Python: checkInPython }
  const results: string[] = []
  let passed = true
  for (const [name, check] of Object.entries(implementations)) {
    const { agreed, words } = await check(environment, vectors)
    if (!agreed) environment.log(words)
    const spoils = Array.from({ length: name === 'Node' ? (short ? 200 : 2_000) : 50 }, () =>
      corruptOne(vectors, random),
    )
    let noticed = 0
    for (const spoil of spoils) {
      const verdict = await check(environment, spoil.vectors)
      if (verdict.agreed) environment.log(`${name} did not notice ${spoil.where}`)
      else noticed += 1
    }
    passed &&= agreed && noticed === spoils.length
    results.push(`${name}: ${words.split('\n').at(-1)}, ${noticed} of ${spoils.length} spoilt ones noticed`)
  }
  return { passed, summary: results.join('; ') }
}

type Verdict = { agreed: boolean; words: string }

async function checkInNode(_: TestEnvironment, vectors: Vectors): Promise<Verdict> {
  const { count, wrong } = checkVectors(vectors)
  const words = [...wrong, `${count - wrong.length} of ${count} vectors agree`].join('\n')
  return { agreed: wrong.length === 0, words }
}

/** @throws Error where there is no python3 */
async function checkInPython({ folder }: TestEnvironment, vectors: Vectors): Promise<Verdict> {
  const vectorFile = join(folder, 'vectors.json')
  writeFileSync(vectorFile, escapeNonAscii(JSON.stringify(vectors)))
  return await new Promise((resolve, reject) => {
    execFile('python3', [script, vectorFile], (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error)
      else resolve({ agreed: error === null, words: (stdout || stderr).trimEnd() })
    })
  })
}

const escapeNonAscii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
