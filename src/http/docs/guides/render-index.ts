import { document } from '#src/contract/document.ts'

/** The address is relative to the folder of the guides. */
type Link = { title: string; address: string; about: string }

const pages: readonly Link[] = [
  { title: 'Console', address: '../console', about: 'hold sittings, read the Lore, review research' },
  { title: 'API explorer', address: '../docs', about: 'every operation, to read and to try out' },
  { title: 'Readiness', address: '../ready', about: 'whether the service accepts requests' },
]

const contract: readonly Link[] = [
  {
    title: 'OpenAPI 3.1, JSON',
    address: '../openapi.json',
    about: 'every operation, its failures, and examples that run on the samples',
  },
  { title: 'OpenAPI 3.1, YAML', address: '../openapi.yaml', about: 'the same document' },
  {
    title: 'Workflows, Arazzo 1.0',
    address: '../workflows.arazzo.yaml',
    about: 'a sitting, a revision with its conflict, research, a review, onboarding',
  },
  { title: 'Test vectors', address: 'vectors.json', about: 'windows, quotes, canonical JSON, revisions and chains' },
]

const packages: readonly Link[] = [
  { title: 'TypeScript client', address: '../client.tgz', about: 'npm installs it from this address' },
  { title: 'Conformance tests', address: '../conformance.tgz', about: 'npx runs them from this address' },
  { title: 'Postman collection', address: '../postman.json', about: 'every operation with an example' },
  { title: 'Settings of Schemathesis', address: '../schemathesis.toml', about: 'with which it finds nothing here' },
]

/** Everything that a service serves beside its operations, as Markdown. */
export function renderIndex(guides: readonly { name: string; title: string; about: string }[]): string {
  const { title, summary, version } = document.info
  const list = (links: readonly Link[]) =>
    links.map(({ title, address, about }) => `- [${title}](${address}): ${about}`).join('\n')
  return `# ${title}

> ${summary}

Version ${version}. Send \`Authorization: Bearer …\` with each private operation. Branch on the \`code\` of a failure. After a 409 read again and
decide again; only 429 and 503 may be sent again, after their \`Retry-After\`. Offsets count UTF-16 code units.

## Pages

${list(pages)}

## Guides

${list(guides.map(({ name, ...guide }) => ({ ...guide, address: `${name}.md` })))}

## Contract

${list(contract)}

## Packages

${list(packages)}
`
}
