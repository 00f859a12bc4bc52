import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { createEmbeddingModel } from '#src/research/providers/embeddings.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { createLanguageModel } from '#src/research/providers/model.ts'
import { createMusicbrainzCatalog } from '#src/research/providers/musicbrainz.ts'
import { createApifyProvider } from '#src/research/providers/social/apify.ts'
import { createSearxngSearch, createTavilySearch } from '#src/research/providers/web-search.ts'
import { startServer } from '../support/local-server.ts'
import { pluck } from '../support/pluck.ts'
import { deployedSettings } from '../support/settings.ts'
import { holdDeadlines } from './http/deadlines.ts'

const kinds = ['social', 'catalog', 'search', 'model', 'embeddings'] as const

/** The names of the providers that these settings choose. */
function choose(env: Record<string, string>) {
  const providers = chooseProviders(loadConfig(env))
  return Object.fromEntries(kinds.flatMap((kind) => (providers[kind] ? [[kind, providers[kind].name]] : [])))
}

const models = {
  ...{ LORE_MODEL_BASE_URL: 'https://models.example/v1', LORE_MODEL_NAME: 'drafter-1' },
  ...{ EMBEDDING_MODEL_BASE_URL: 'https://models.example/v1', EMBEDDING_MODEL_NAME: 'vectors-1' },
}
const tavily = { TAVILY_API_KEY: 'tvly-secret' }

t.test('settings choose the providers; samples stand in for them on a developer’s machine alone', async (t) => {
  const sample = { social: 'sample', catalog: 'sample', search: 'sample' }
  const deployed: [settings: Record<string, string>, chosen: Record<string, string>][] = [
    [{}, {}],
    [{ APIFY_TOKEN: 'apify-secret' }, { social: 'apify' }],
    [{ MUSICBRAINZ_CONTACT: 'desk@a.example' }, { catalog: 'musicbrainz' }],
    [models, { model: 'openai-compatible', embeddings: 'vectors-1' }],
    [tavily, { search: 'tavily' }],
    [{ ...tavily, SEARXNG_URL: 'http://search.internal:8080' }, { search: 'searxng' }],
  ]
  for (const [settings, chosen] of deployed) t.same(choose({ ...deployedSettings, ...settings }), chosen)
  t.same(choose({}), sample)
  t.same(choose({ ...tavily, ...models }), { ...sample, ...deployed[3]?.[1], search: 'tavily' })
})

t.test('half of a model’s settings is refused, with the name of the other half', async (t) => {
  for (const kind of ['LORE', 'EMBEDDING']) {
    const url = `${kind}_MODEL_BASE_URL`
    t.throws(() => choose({ [url]: 'https://models.example' }), { message: `${kind}_MODEL_NAME is required` })
    t.throws(() => choose({ [url]: 'models.example' }), { message: `${url} must be a URL` })
  }
  t.throws(() => choose({ EMBEDDING_MODEL_NAME: 'x'.repeat(201) }), { message: 'EMBEDDING_MODEL_NAME must be' })
})

/** A call of each provider, with its deadline in milliseconds and the bytes that are read of its answer. */
function listCalls(url: string): [name: string, call: () => unknown, deadlineMs: number, bytesMax: number][] {
  const { signal } = new AbortController()
  const artist = { artistId: '', name: 'Mara Quill', links: [] }
  const model = { url, name: 'x', key: undefined }
  const run = { runId: 'run', datasetId: 'data' }
  const catalog = createMusicbrainzCatalog({ url, contact: 'x' })
  const apify = createApifyProvider({ token: 'x', url })
  const language = createLanguageModel(model)
  return [
    ['searxng', () => createSearxngSearch({ url }).search('quill', signal), 20_000, 2_000_000],
    ['tavily', () => createTavilySearch({ url, key: 'x' }).search('quill', signal), 20_000, 2_000_000],
    ['the search of a catalogue', () => catalog.find(artist, signal), 15_000, 2_000_000],
    ['its releases', () => catalog.listReleases('x', 0, signal), 15_000, 2_000_000],
    ['its profiles', () => catalog.listProfiles('x', signal), 15_000, 2_000_000],
    ['the state of a run', () => apify.poll(run, signal), 15_000, 20_000_000],
    ['its posts', () => apify.collect(run, profile, { offset: 0, limit: 1 }, signal), 15_000, 20_000_000],
    ['a model', () => language.generate({ instructions: '', material: '', schema: {} }, signal), 20_000, 1_000_000],
    ['embeddings', () => createEmbeddingModel(model).embed(['x'], signal), 10_000, 8_000_000],
  ]
}

const profile = { platform: 'instagram', handle: 'mara' } as const

t.test('an answer of another shape is unreadable and a longer one too large, by each provider’s limits', async (t) => {
  let bytes = 0
  const shape = '{"results":"none","artists":{},"release-groups":[],"data":7,"choices":{}}'
  const { base: url } = await startServer(t, (_, response) => response.end(shape.padEnd(bytes)))
  const deadlines = holdDeadlines(t)
  for (const [name, call, deadlineMs, bytesMax] of listCalls(url)) {
    bytes = bytesMax
    t.same(await call(), { failed: 'unreadable' }, name)
    bytes += 1
    t.match(await call(), { failed: 'too_large' }, name)
    t.same(pluck(deadlines.splice(0), 'ms'), [deadlineMs, deadlineMs], name)
  }
  const apify = createApifyProvider({ token: 'x', url })
  t.equal(await apify.start(profile, 1), 'unknown', 'and whether a run was started is unknown')
})
