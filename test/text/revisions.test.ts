import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import * as revisions from '#src/text/revisions.ts'
import { sliceExactly } from '#src/text/windows.ts'
import { revisionFunctions } from './compute-revision.ts'
import { holds } from './holds.ts'

type Example = { title: string; properties: string[]; object: Record<string, unknown>; revision: string }

const document = readFileSync(new URL('../../openapi/shared/revisions.md', import.meta.url), 'utf8')

/**
 * Every section of the document with a JSON block: the properties of its table, the object and the printed revision.
 */
const examples: Example[] = document
  .split(/^## /m)
  .filter((section) => section.includes('```json'))
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    properties: [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
    ),
    object: JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? ''),
    revision: /^Revision: `(.*)`$/m.exec(section)?.[1] ?? '',
  }))

const findExample = (kind: string) => {
  const example = examples.find(({ object }) => object.kind === kind)
  if (example === undefined) throw new RangeError(`The document has no example of ${kind}`)
  return structuredClone(example.object)
}

t.test('the document has one worked example for each function, and no other', async (t) => {
  t.same(examples.map(({ object }) => object.kind).sort(), Object.keys(revisionFunctions).sort())
})

for (const { title, properties, object, revision } of examples) {
  t.test(`${title}: the example's revision is recomputed, generally and by its own function`, async (t) => {
    t.equal(revisions.computeRevision(object), revision)
    t.equal(revisionFunctions[String(object.kind)]?.(object as never), revision)
    t.same(Object.keys(object), properties, 'the table lists the properties of the object, in its order')
  })

  t.test(`${title}: every documented property counts, and an undocumented one does not`, async (t) => {
    const computeRevision = revisionFunctions[String(object.kind)] as (object: Record<string, unknown>) => string
    for (const name of properties.filter((property) => property !== 'kind')) {
      t.not(computeRevision({ ...object, [name]: change(object[name]) }), revision, name)
      t.throws(() => computeRevision({ ...object, [name]: undefined }), `without ${name}`)
    }
    t.equal(computeRevision({ ...object, createdAt: '2026-01-01', ordinal: 1 }), revision)
  })
}

t.test('the examples refer to each other: quotes equal their windows, links the printed revisions', async (t) => {
  const [entry, source, lore] = ['entry', 'source', 'lore'].map(findExample) as [never, never, never]
  const { references, answer, previous } = entry as revisions.EntryObject
  const [reference] = references as [revisions.HashedReference]
  t.equal(sliceExactly((source as revisions.SourceObject).text, reference.start, reference.end), reference.quote)
  t.equal(reference.revision, revisions.computeSourceRevision(source))
  const offered = { ...(entry as revisions.EntryObject), state: 'offered' as const, answer: null, previous: null }
  t.equal(previous, revisions.computeEntryRevision(offered))
  const { text, citations } = lore as revisions.LoreObject
  const [citation] = citations as [revisions.HashedCitation]
  t.equal(sliceExactly(answer ?? '', citation.quoteStart, citation.quoteEnd), text)
  t.equal(citation.revision, revisions.computeEntryRevision(entry))
})

t.test('the order in which a memory lists its corrections and boundaries does not count', async (t) => {
  const memory = { ...(findExample('memory') as revisions.MemoryObject) }
  const lists = fc.uniqueArray(fc.tuple(fc.uuid(), fc.uuid()), { selector: ([id]) => id, minLength: 1 })
  holds(
    t,
    fc.property(lists, (pairs) => {
      const corrections = pairs.map(([correctionId, revision]) => ({ correctionId, revision }))
      const boundaries = pairs.map(([boundaryId, revision]) => ({ boundaryId, revision }))
      const turned = { corrections: corrections.toReversed(), boundaries: boundaries.toReversed() }
      const revision = revisions.computeMemoryRevision({ ...memory, corrections, boundaries })
      return revision === revisions.computeMemoryRevision({ ...memory, ...turned })
    }),
  )
})

t.test('a reference and a citation are hashed with their own properties only', async (t) => {
  const entry = findExample('entry') as revisions.EntryObject
  const references = entry.references.map((reference) => ({ ...reference, title: 'x', entryId: 'y' }))
  t.equal(revisions.computeEntryRevision({ ...entry, references }), revisions.computeEntryRevision(entry))
  const lore = findExample('lore') as revisions.LoreObject
  const citations = lore.citations.map((citation) => ({ ...citation, quote: 'x' }))
  t.equal(revisions.computeLoreRevision({ ...lore, citations }), revisions.computeLoreRevision(lore))
})

/** Another value of the same type, so that only the content differs. */
function change(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (Array.isArray(value)) return []
  if (typeof value === 'object' && value !== null) return null
  return value === null ? 'f'.repeat(64) : `${value}.`
}
