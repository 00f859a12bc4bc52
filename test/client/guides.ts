import { readFileSync } from 'node:fs'

const guides = {
  'README.md': 'src/clients/typescript/README.md',
  'CONFLICTS.md': 'src/clients/typescript/CONFLICTS.md',
  sandbox: 'src/http/fault-injection/README.md',
}

/** The TypeScript of a guide: its code blocks in their order, as one module. */
export function readCode(guide: keyof typeof guides): string {
  const text = readText(guide)
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n')
}

export const readText = (guide: keyof typeof guides): string =>
  readFileSync(new URL(`../../${guides[guide]}`, import.meta.url), 'utf8')
