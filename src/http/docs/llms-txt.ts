import { document } from '#src/contract/document.ts'
import type { Guide } from './guides/read.ts'

export type Link = { title: string; path: string; about: string }

export const contractLinks: readonly Link[] = [
  {
    title: 'OpenAPI 3.1, JSON',
    path: '/openapi.json',
    about: 'every operation, its failures, and examples that run on the samples',
  },
  { title: 'OpenAPI 3.1, YAML', path: '/openapi.yaml', about: 'the same document' },
  {
    title: 'Workflows, Arazzo 1.0',
    path: '/workflows.arazzo.yaml',
    about: 'a sitting, a revision with its conflict, research, a review, onboarding',
  },
]

export const packageLinks: readonly Link[] = [
  { title: 'TypeScript client', path: '/client.tgz', about: 'npm installs it from this address' },
  { title: 'Conformance tests', path: '/conformance.tgz', about: 'npx runs them from this address' },
  { title: 'Postman collection', path: '/postman.json', about: 'every operation with an example' },
  { title: 'Settings of Schemathesis', path: '/schemathesis.toml', about: 'with which it finds nothing here' },
]

const toLink = ({ name, title, about }: Guide): Link => ({
  title,
  path: `/guides/${name}.md`,
  about,
})

const isTools = ({ name }: { name: string }) => name === 'mcp'

/** The documents of the service for agents, in the form of llmstxt.org, with addresses that begin with `origin`. */
export function renderLlmsTxt(origin: string, guides: readonly Guide[]): string {
  const { title, summary, version } = document.info
  const list = (links: readonly Link[]) =>
    links.map(({ title, path, about }) => `- [${title}](${origin}${path}): ${about}`).join('\n')
  return `# ${title}

> ${summary}

Version ${version}. Send \`Authorization: Bearer …\` with each private operation. Branch on the \`code\` of a failure. After a 409 read again and
decide again; only 429 and 503 may be sent again, after their \`Retry-After\`. Offsets count UTF-16 code units.

## Contract

${list(contractLinks)}

## Guides

${list(guides.filter((guide) => !isTools(guide)).map(toLink))}

## Tools

${list(guides.filter(isTools).map(toLink))}

## Packages

${list(packageLinks)}

## Optional

${list([{ title: 'Test vectors', path: `/guides/vectors.json`, about: 'windows, quotes, canonical JSON, revisions and chains' }])}
`
}
