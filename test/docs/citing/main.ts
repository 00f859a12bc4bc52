import { readFileSync } from 'node:fs'
// @ts-expect-error: the guide's own code, put beside this file
import { locate, revisionOfSource, windowOf } from './citing.ts'

const decodeHex = (digits = '') => Buffer.from(digits, 'hex').toString('utf8')

function answer([question, first, second = '', third]: string[]): string {
  if (question === 'revision') return revisionOfSource(first, second, decodeHex(third))
  if (question === 'locate') return locate(decodeHex(first), decodeHex(second))?.join(' ') ?? '-'
  const found = windowOf(decodeHex(first), Number(second), Number(third))
  return found === undefined ? '-' : Buffer.from(found).toString('hex')
}

for (const line of readFileSync(0, 'utf8').split('\n').slice(0, -1)) console.log(answer(line.split(' ')))
