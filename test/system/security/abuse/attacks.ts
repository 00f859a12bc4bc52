import type { Expression } from './expressions.ts'

/** A text that is made long by repeating its middle. */
export type Attack = { before: string; pump: string; after: string }

export const buildText = ({ before, pump, after }: Attack, length: number): string =>
  before + pump.repeat(Math.ceil(length / pump.length)) + after

/** One of every kind of character that an expression may distinguish. */
const kinds = ['a', 'A', '0', ' ', '\n', '.', ',', '-', '"', '(', '<', '/', '%', '_', 'e\u0301', '漢', '\ud83d\ude00']
/** Prefixes that let a run begin in the middle of an expression: digits, a word, a blank. */
const openings = ['0', 'a', ' ']
/** U+0000 is in hardly any class, so that the match fails after the middle. */
const ends = ['', '\0', 'a']

/**
 * Texts that would make an expression backtrack, if any do: long runs of one or two things that it names or
 * distinguishes, after a prefix that it matches, with an end that it does not.
 */
export function buildAttacks({ source }: Expression): Attack[] {
  const named = findNamed(source)
  const near = [...new Set([...named, 'a', '0', ' '])].slice(0, 10)
  const pairs = near.flatMap((one) => near.filter((other) => other !== one).map((other) => one + other))
  const begins = [
    ...new Set(['', findLiteralPrefix(source), ...openings, ...named.filter((one) => one.length > 1)]),
  ].slice(0, 7)
  const pumps = [...new Set([...kinds, ...named, ...named.map((one) => `${one} `), ...pairs])]
  return begins.flatMap((before) => pumps.flatMap((pump) => ends.map((after) => ({ before, pump, after }))))
}

/** The words and the literal characters of an expression. */
function findNamed(source: string): string[] {
  const plain = source.replaceAll(/\\[pP]\{[^}]*\}|\\[dDwWsSbB]|\(\?<?[=!:]/g, ' ')
  const spelt = plain.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const words = spelt.match(/[a-zA-Z]{2,}/g) ?? []
  const signs = spelt.match(/[^a-zA-Z\\^$|?*+{}]/gu) ?? []
  return [...new Set([...words, ...signs])].slice(0, 24)
}

/** The literal beginning of an anchored expression. */
const findLiteralPrefix = (source: string): string =>
  (/^\^([^\\[\](){}.*+?|$^]+)/.exec(source)?.[1] ?? '').replaceAll('\\', '')
