/**
 * The RFC 8785 (JSON Canonicalization Scheme) form of a JSON value, from which a client recomputes a revision. Refused
 * are values that two programs would write differently: undefined, functions, symbols, BigInt, NaN, infinities, lone
 * surrogates, and objects that are not plain; the message names the property, not its content.
 * @throws TypeError
 */
export const toCanonicalJson = (value: unknown): string => write(value, '$')

function write(value: unknown, path: string): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value, path)
  if (typeof value === 'string') return writeString(value, path)
  // Array.from visits the holes of a sparse array as undefined, which is then refused; map would pass them over.
  if (Array.isArray(value)) return `[${Array.from(value, (item, at) => write(item, `${path}[${at}]`)).join(',')}]`
  if (isPlainObject(value)) return writeObject(value, path)
  throw refusal(path, typeof value === 'object' ? 'an object that is not plain' : typeof value)
}

function writeObject(value: Record<string, unknown>, path: string): string {
  // The default sort compares UTF-16 code units, as section 3.2.3 of the RFC asks; a locale-aware one would not.
  let members = ''
  for (const name of Object.keys(value).sort()) {
    const member = `${writeString(name, path)}:${write(value[name], `${path}.${name}`)}`
    members = members === '' ? member : `${members},${member}`
  }
  return `{${members}}`
}

/** ECMAScript's shortest form of a double is the one of section 3.2.2.3; String(-0) is "0", as the RFC has it. */
function writeNumber(value: number, path: string): string {
  if (!Number.isFinite(value)) throw refusal(path, 'a number that is not finite')
  return String(value)
}

/** For well-formed strings JSON.stringify escapes exactly what section 3.2.2.2 lists, in its lower-case forms. */
function writeString(value: string, path: string): string {
  if (!value.isWellFormed()) throw refusal(path, 'a lone surrogate')
  return JSON.stringify(value)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object') return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function refusal(path: string, reason: string): TypeError {
  return new TypeError(`Canonical JSON cannot hold ${reason} (at ${path})`)
}
