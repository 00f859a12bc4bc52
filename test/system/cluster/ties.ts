import type { Plan } from './explained.ts'

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter', 'TID Cond']

/** An artist by the column of its id: `s.artist_id`, `a.id`; or by a column that only an authorized caller gets. */
const holder = String.raw`(?:CASE WHEN (?:(?!CASE).)*? THEN )?(\w+)\.(artist_id|id)(?: ELSE NULL::uuid END)?`
const whole = new RegExp(`^\\(?${holder}\\)?$`)
const equality = new RegExp(`${holder} = ${holder}`, 'g')
const ofSubplan = new RegExp(String.raw`${holder} = \(hashed (SubPlan \d+)\)\.col(\d+)`, 'g')

/**
 * Whether a name in the plan means the artist that was given: by equality, over any number of others, and out of a
 * named or unnamed subquery that returns it.
 */
export function tiesIn(
  nodes: readonly Plan[],
  { given, keys }: { given: ReadonlySet<string>; keys: ReadonlyMap<string, string> },
): (alias: string) => boolean {
  const neighbours = new Map<string, Set<string>>()
  const tie = (one = '', other = '') => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to))
  }
  // A subquery returns it under one name.
  const isKey = (alias = '', column = '') => column === (keys.get(alias) ?? 'artist_id')
  const holderOf = (output: string | undefined): string | undefined => {
    const [, alias, column] = whole.exec(output ?? '') ?? []
    return isKey(alias, column) ? alias : undefined
  }
  const named = new Map(nodes.flatMap((node) => (node['Subplan Name'] ? [[node['Subplan Name'], node]] : [])))
  for (const node of nodes) {
    const said = conditions.map((part) => String(node[part] ?? '')).join(' ')
    for (const [, one, key, other, otherKey] of said.matchAll(equality)) {
      if (isKey(one, key) && isKey(other, otherKey)) tie(one, other)
    }
    for (const [, one, key, name = '', at] of said.matchAll(ofSubplan)) {
      if (isKey(one, key)) tie(one, holderOf(named.get(name)?.Output?.[Number(at) - 1]))
    }
    const inner = node['Node Type'] === 'CTE Scan' ? named.get(`CTE ${node['CTE Name']}`) : node
    const passed = node['Node Type'] === 'Subquery Scan' ? node.Plans?.[0]?.Output : inner === node ? [] : inner?.Output
    for (const output of passed ?? []) if (holderOf(output) !== undefined) tie(node.Alias, holderOf(output))
  }
  const reached = new Set(given)
  for (const alias of reached) for (const neighbour of neighbours.get(alias) ?? []) reached.add(neighbour)
  return (alias) => reached.has(alias)
}
