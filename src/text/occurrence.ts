/**
 * Every place where `pattern`, which is not empty, occurs in `text`, unit for unit; places may overlap. Knuth, Morris
 * and Pratt: linear in both, while the engine's own `indexOf` can take the product of both lengths, which some thousand
 * equal letters turn into seconds.
 */
export function* findOccurrences(pattern: string, text: string): Generator<number, undefined> {
  const fallback = buildFallback(pattern)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) matched = fallback[matched - 1] as number
    if (unit === pattern.charCodeAt(matched)) matched += 1
    if (matched < pattern.length) continue
    yield at + 1 - pattern.length
    matched = fallback[matched - 1] as number
  }
}

/** Of each beginning of the pattern: how long a beginning of the pattern it ends with, itself excepted. */
function buildFallback(pattern: string): Int32Array {
  const fallback = new Int32Array(pattern.length)
  let matched = 0
  for (let at = 1; at < pattern.length; at += 1) {
    while (matched > 0 && pattern.charCodeAt(at) !== pattern.charCodeAt(matched)) {
      matched = fallback[matched - 1] as number
    }
    if (pattern.charCodeAt(at) === pattern.charCodeAt(matched)) matched += 1
    fallback[at] = matched
  }
  return fallback
}
