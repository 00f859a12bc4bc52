import { document } from '#src/contract/document.ts'

/**
 * Everything that a service serves beside its operations, as Markdown. The addresses are relative to the folder of the
 * guides.
 */
export function renderIndex(guides: readonly { name: string; title: string; about: string }[]): string {
  const { title, summary, version } = document.info
  return `# ${title}

> ${summary}

Version ${version}. Send \`Authorization: Bearer …\` with each private operation. Branch on the \`code\` of a failure. After a 409 read again and
decide again; what has a \`Retry-After\` may be sent again after it, and what had no response at once.
Offsets count UTF-16 code units.

## Pages

- [Console](../console): hold sittings, read the Lore, review research
- [API explorer](../docs): every operation, to read and to try out
- [Readiness](../ready): whether the service accepts requests

## Guides

${guides.map(({ name, title, about }) => `- [${title}](${name}.md): ${about}`).join('\n')}

## Contract

- [OpenAPI 3.1, JSON](../openapi.json): every operation, its failures, and examples that run on the samples
- [OpenAPI 3.1, YAML](../openapi.yaml): the same document
- [Workflows, Arazzo 1.0](../workflows.arazzo.yaml): a sitting, a revision with its conflict, research, a review, onboarding
- [Test vectors](vectors.json): windows, quotes, canonical JSON, revisions and chains

## Packages

- [TypeScript client](../client.tgz): npm installs it from this address
- [Conformance tests](../conformance.tgz): npx runs them from this address
- [Postman collection](../postman.json): every operation with an example
- [Settings of Schemathesis](../schemathesis.toml): with which it finds nothing here
`
}
