import { readFileSync } from 'node:fs'

/** The TypeScript of a guide: its code blocks in their order, as one module. */
export function readCode(guide: 'README.md' | 'CONFLICTS.md'): string {
  const text = readText(guide)
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n')
}

export const readText = (guide: 'README.md' | 'CONFLICTS.md'): string =>
  readFileSync(new URL(`../../src/clients/typescript/${guide}`, import.meta.url), 'utf8')
