import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createContext, Script } from 'node:vm'
import ts from 'typescript'
import { document } from '#src/contract/document.ts'
import { countMentions } from '#src/research/discover/count-mentions.ts'
import { findIntroductions } from '#src/research/lore/introductions.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

/** A regular expression of the service, and its place. */
type Expression = { source: string; flags: string; at: string }

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** An expression without a long or an endless repetition takes a bounded time at each place of a text. */
const isUnbounded = ({ source }: Expression) =>
  /[*+]|\{\d+,(\d{3,})?\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'))

/**
 * Every unbounded expression of the service, each once: the literals of its code, those that it composes, and the
 * patterns of its contract.
 */
export async function listExpressions(): Promise<Expression[]> {
  const files = ['src', 'plugins'].flatMap((folder) => listFiles(join(root, folder)))
  const all = [...files.flatMap(readCode), ...(await recordComposed(files)), ...findPatterns(document, '#')]
  return [...new Map(all.filter(isUnbounded).map((one) => [`/${one.source}/${one.flags}`, one])).values()]
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file))

/** The expressions composed at module load, of which each module gets a second one, and from the names of artists. */
async function recordComposed(files: readonly string[]): Promise<Expression[]> {
  const found: Expression[] = []
  const { RegExp: native } = globalThis
  const construct = (_native: typeof native, args: [string, string?]) => {
    const made = new native(...args)
    const [, at] = new Error().stack?.split(pathToFileURL(root).href).filter((call) => !call.startsWith('test')) ?? []
    if (at !== undefined) found.push({ source: made.source, flags: made.flags, at: at.split(/[?:]/)[0] ?? at })
    return made
  }
  globalThis.RegExp = new Proxy(native, { construct })
  try {
    for (const file of files)
      if (readFileSync(file, 'utf8').includes('new RegExp(')) await import(`${pathToFileURL(file)}?again`)
    for (const name of ['Mara Quill', '坂本龍一']) {
      countMentions('', name)
      const sentence = { start: 0, end: name.length }
      runAtOnce(findIntroductions({ start: 0, text: name }, [{ ...sentence, sentences: [sentence] }], name))
    }
  } finally {
    globalThis.RegExp = native
  }
  return found
}

function readCode(file: string): Expression[] {
  const code = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Expression[] = []
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), at: relative(root, file) })
    }
    ts.forEachChild(node, look)
  }
  look(code)
  return found
}

/** AJV compiles a pattern with the `u` flag. */
function findPatterns(node: unknown, at: string): Expression[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string'
      ? [{ source: value, flags: 'u', at: `the contract, ${at}` }]
      : findPatterns(value, `${at}/${key}`),
  )
}

/** A text that is made long by repeating its middle. */
type Attack = { before: string; pump: string; after: string }

const buildText = ({ before, pump, after }: Attack, length: number): string =>
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
function buildAttacks({ source }: Expression): Attack[] {
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

/** Longer than all attacks on one expression take on a busy machine; one that takes longer hangs. */
const patienceMs = 30_000
/** Milliseconds of processor time for each thousand characters below which no caller waits, whatever the growth. */
const harmlessMs = 0.5
/** Four times the text in more than eight times the time: more than proportional. */
const growthMax = 8
/** Twice the text in more than three times the time. */
const doubledMax = 3

/** Only code of a script can be ended while an expression is at work. */
const script = new Script('find()')

/**
 * Tries texts of this length on an expression.
 * @returns in words the first that takes more than its share of time, or that does not come back
 */
export function findSlowText(expression: Expression, length: number): string | undefined {
  const context = createContext({ find: () => findSlowAttack(expression, length) })
  try {
    return script.runInContext(context, { timeout: patienceMs })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'it does not come back'
    throw error
  }
}

function findSlowAttack(expression: Expression, length: number): string | undefined {
  for (const attack of buildAttacks(expression)) {
    const ms = measureCostMs(expression, buildText(attack, length))
    if (ms <= (harmlessMs * length) / 1_000) continue
    const growth = ms / Math.max(0.05, measureCostMs(expression, buildText(attack, length / 4)))
    // Once more with a longer text: on a busy machine a single figure may be far too high.
    if (growth <= growthMax || measureCostMs(expression, buildText(attack, 2 * length)) <= doubledMax * ms) continue
    return `${ms.toFixed(0)} ms for ${length} characters of ${JSON.stringify(attack)}`
  }
  return undefined
}

/** Milliseconds of this thread's processor time: the least of up to three runs, since other load interrupts them. */
function measureCostMs({ source, flags }: Expression, text: string): number {
  const expression = new RegExp(source, flags)
  let leastMs = Infinity
  for (let run = 0; run < 3 && leastMs > (harmlessMs * text.length) / 1_000; run += 1) {
    const started = process.threadCpuUsage()
    if (expression.global) text.replaceAll(expression, '')
    else expression.exec(text)
    leastMs = Math.min(leastMs, process.threadCpuUsage(started).user / 1_000)
  }
  return leastMs
}
