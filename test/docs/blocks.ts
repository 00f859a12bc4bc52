import { readFileSync } from 'node:fs'

/** The code blocks of a guide in one language, in their order; a guide is named by its path in the repository. */
export function readBlocks(guide: string, language: string): string[] {
  const text = readFileSync(new URL(`../../${guide}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, named, code = '']) =>
    named === language ? [code] : [],
  )
}
