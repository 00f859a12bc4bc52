import { escapeQuery, normalizePath, normalizePattern } from './path.ts'

/**
 * One rule of a robots.txt: the texts that have to follow one another in a path, the first at its beginning, and, where
 * the rule ends with `$`, the last at its end. The second form is for addresses with another address in their query.
 */
export type Rule = { allow: boolean; octets: number; isAnchored: boolean; forms: string[][] }

/**
 * The rules that a robots.txt has for a crawler (RFC 9309, section 2.2): those of all groups that name it, else those
 * of all groups for `*`. Lines that are neither rules nor names of crawlers separate no groups; unreadable lines are
 * ignored.
 * @param product the crawler's name, in lower case
 */
export function parseRobotsRules(product: string, text: string): Rule[] {
  const groups: { agents: string[]; rules: Rule[] }[] = []
  let isNaming = false
  for (const { name, value } of parseRecords(text)) {
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] })
      groups.at(-1)?.agents.push(parseAgent(value))
      isNaming = true
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false
      if (value !== '') groups.at(-1)?.rules.push(parseRule(name === 'allow', value))
    }
  }
  const productGroups = groups.filter(({ agents }) => agents.includes(product))
  const groupsToApply = productGroups.length > 0 ? productGroups : groups.filter(({ agents }) => agents.includes('*'))
  return groupsToApply.flatMap(({ rules }) => rules)
}

const parseRecords = (text: string) =>
  text.split(/[\r\n]+/).flatMap((line) => {
    const [, name, value] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? []
    return name === undefined ? [] : [{ name: name.toLowerCase(), value: (value ?? '').trim() }]
  })

/** Versions and remarks after a name do not belong to it. */
const parseAgent = (value: string) =>
  /^\*(\s|$)/.test(value) ? '*' : (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase()

function parseRule(allow: boolean, value: string): Rule {
  const isAnchored = value.endsWith('$')
  const pattern = normalizePattern(isAnchored ? value.slice(0, -1) : value)
  const forms = [...new Set([pattern, escapeQuery(pattern)])].map((form) => form.split(/\*+/))
  return { allow, octets: pattern.length + (isAnchored ? 1 : 0), isAnchored, forms }
}

/** Whether a page may be fetched: by the longest rule that matches, allow winning a tie; without a match, yes. */
export function mayFetch(rules: readonly Rule[], page: URL): boolean {
  const path = normalizePath(page)
  if (path === '/robots.txt') return true
  const paths = [...new Set([path, escapeQuery(path)])]
  let longest: Rule | undefined
  for (const rule of rules) {
    const isNearer =
      longest === undefined ||
      rule.octets > longest.octets ||
      (rule.octets === longest.octets && rule.allow && !longest.allow)
    if (isNearer && paths.some((one) => rule.forms.some((form) => fits(form, rule.isAnchored, one)))) longest = rule
  }
  return longest?.allow ?? true
}

/** Each text is searched only after the previous match and never again, so no rule can make the search slow. */
function fits([first = '', ...rest]: readonly string[], isAnchored: boolean, path: string): boolean {
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isAnchored ? rest.pop() : undefined
  for (const text of rest) {
    const found = path.indexOf(text, at)
    if (found < 0) return false
    at = found + text.length
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last)
  return !isAnchored || at === path.length
}
