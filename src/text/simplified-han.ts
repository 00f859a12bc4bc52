import pairs from 'opencc-js/dict/TSCharacters'

let simplified: ReadonlyMap<string, string> | undefined

/**
 * The text with its traditional Chinese characters in their simplified form, unit for unit as long: 樂 and 乐 are one
 * character in two scripts. A character without a form of its own length stays.
 */
export function simplifyHan(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text
  simplified ??= parsePairs()
  return text.replace(/\p{Script=Han}/gu, (character) => simplified?.get(character) ?? character)
}

function parsePairs(): ReadonlyMap<string, string> {
  const direct = new Map(pairs.split('|').map((pair) => pair.split(' ', 2) as [string, string]))
  const followed = [...direct].map(([from, to]): [string, string] => [from, direct.get(to) ?? to])
  return new Map(followed.filter(([from, to]) => from.length === to.length))
}
