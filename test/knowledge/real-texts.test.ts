import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { researchKey } from '../support/settings.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildEvidencePath, buildListPath, buildSourcePath, readToEnd } from './reading.ts'

/** Real prose is beside the repository, not in it. */
const folder = new URL('../../../shared/data/piano-mastery/', import.meta.url)
const skip = existsSync(folder) ? false : 'the folder of real texts is not beside this checkout'

t.test('real texts come back exactly, through either reading and at every window size', { skip }, async (t) => {
  const context = await createTestContext(t)
  const { artistId, call } = context
  const key = { 'x-service-research-key': researchKey }
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  t.ok(files.length >= 18)
  for (const name of files) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const { sourceId, revision } = await context.addSource(text, { title: name })
    const path = buildSourcePath(artistId, sourceId, `?revision=${revision}`)
    const byPage = await readToEnd(context, { subject: 'owner' }, path, 1_000)
    t.equal(byPage.join(''), text, name)
    const byKey = await readToEnd(context, { subject: null, headers: key }, buildEvidencePath(artistId, sourceId), 999)
    t.equal(byKey.join(''), text, name)

    // Offsets go wrong at quotation marks, accents and emphasis.
    for (const { index } of text.matchAll(/["“”_éèüßœ—]/g)) {
      if (index % 7 !== 0) continue
      const { body } = await call('owner', 'GET', buildEvidencePath(artistId, sourceId, `?start=${index}&maxChars=256`))
      t.equal(body.passage.text, text.slice(index, index + 256), `${name} from ${index}`)
    }
  }

  const { body } = await call('owner', 'GET', buildListPath(artistId, '?limit=50'))
  t.hasStrict(body.coverage, { eligibleSources: files.length, readableSources: files.length, complete: true })
  t.same(
    body.sources.map(({ title }: { title: string }) => title),
    files.toReversed().slice(0, body.sources.length),
  )
})
