import type { GeneratedFile } from './files.ts'
import { buildCanonicalVectors, buildNumberVectors, buildRefusedVectors } from './vectors/json.ts'
import { buildAnswerChain, buildRevisionVectors, buildTrails } from './vectors/revisions.ts'
import { buildPageVectors, buildQuoteVectors, buildWindowVectors } from './vectors/windows.ts'

/**
 * The test vectors of the canonical forms (src/text/README.md). ASCII alone, so that nothing on its way can normalise
 * them.
 */
export function renderVectorFiles(): GeneratedFile[] {
  const vectors = {
    about:
      'Test vectors of the canonical forms that src/text/README.md describes. Made by `npm run generate`; do not edit.',
    windows: buildWindowVectors(),
    pages: buildPageVectors(),
    quotes: buildQuoteVectors(),
    canonicalJson: buildCanonicalVectors(),
    refusedJson: buildRefusedVectors(),
    numbers: buildNumberVectors(),
    revisions: buildRevisionVectors(),
    answerChain: buildAnswerChain(),
    trails: buildTrails(),
  }
  return [{ path: 'src/text/vectors.json', content: toAscii(writeLines(vectors)) }]
}

/** One vector a line. */
function writeLines(vectors: Record<string, string | object[]>): string {
  const members = Object.entries(vectors).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `"${name}": ${lines}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}

const toAscii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
