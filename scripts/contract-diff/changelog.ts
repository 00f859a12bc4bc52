import type { Change, Impact } from './change.ts'

const unreleased = 'Unreleased'
const headings: [Impact, string][] = [
  ['breaking', 'Breaking'],
  ['addition', 'New'],
]

/** A released version has its own section; before that the changes are unreleased. */
export const formatTitle = ({ base, head }: { base: string; head: string }): string =>
  base === head ? unreleased : head

/**
 * The section of that title; empty without changes. Changes of wording are counted and not listed: the history of the
 * files has them.
 */
export function formatSection(title: string, changes: readonly Change[]): string {
  const listed = headings.flatMap(([impact, heading]) => {
    const lines = changes
      .filter((change) => change.impact === impact)
      .map(({ says, where }) => `- ${says} (\`${where}\`)`)
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.toSorted().join('\n')}`]
  })
  const wordings = changes.filter(({ impact }) => impact === 'wording').length
  const counted = wordings === 0 ? [] : [`Compatible changes of wording or bounds: ${wordings}.`]
  const items = [...listed, ...counted]
  return items.length === 0 ? '' : [`## ${title}`, ...items].join('\n\n')
}

/**
 * The changelog with that section first; earlier ones of its title, and of what is no longer unreleased, are replaced.
 */
export function withSection(changelog: string, section: string): string {
  const [title] = section.split('\n', 1)
  const [preface = '', ...sections] = changelog.split(/^(?=## )/m)
  const remaining = sections.filter((one) => ![title, `## ${unreleased}`].includes(one.split('\n', 1)[0]))
  const parts = [preface, section, ...remaining].map((part) => part.trim()).filter((part) => part !== '')
  return `${parts.join('\n\n')}\n`
}
