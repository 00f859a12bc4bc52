import type { GeneratedFile } from './files.ts'
import { canonicalVectors, numberVectors, refusedVectors } from './vectors/json.ts'
import { answerChain, revisionVectors, trails } from './vectors/revisions.ts'
import { pageVectors, quoteVectors, windowVectors } from './vectors/windows.ts'

/**
 * The test vectors of the canonical forms (src/text/README.md). ASCII alone, so that nothing on its way can normalise
 * them.
 */
export function vectorFiles(): GeneratedFile[] {
  const vectors = {
    about:
      'Test vectors of the canonical forms that src/text/README.md describes. Made by `npm run generate`; do not edit.',
    windows: windowVectors(),
    pages: pageVectors(),
    quotes: quoteVectors(),
    canonicalJson: canonicalVectors(),
    refusedJson: refusedVectors(),
    numbers: numberVectors(),
    revisions: revisionVectors(),
    answerChain: answerChain(),
    trails: trails(),
  }
  return [{ path: 'src/text/vectors.json', content: `${inAscii(JSON.stringify(vectors, null, 1))}\n` }]
}

const inAscii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
