import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { createEmbeddingModel } from '#src/research/providers/embeddings.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { createLanguageModel } from '#src/research/providers/model.ts'
import { createMusicbrainzCatalog } from '#src/research/providers/musicbrainz.ts'
import { createApifyProvider } from '#src/research/providers/social/apify.ts'
import { createSearxngSearch, createTavilySearch, createWikipediaSearch } from '#src/research/providers/web-search.ts'
import { startServer } from '../support/local-server.ts'
import { deployedSettings } from '../support/settings.ts'

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
    [{}, { search: 'wikipedia' }],
    [{ APIFY_TOKEN: 'apify-secret' }, { search: 'wikipedia', social: 'apify' }],
    [{ MUSICBRAINZ_CONTACT: 'desk@a.example' }, { search: 'wikipedia', catalog: 'musicbrainz' }],
    [models, { search: 'wikipedia', model: 'openai-compatible', embeddings: 'vectors-1' }],
    [tavily, { search: 'tavily' }],
    [{ ...tavily, SEARXNG_URL: 'http://search.internal:8080' }, { search: 'searxng' }],
    [{ WEB_SEARCH: 'wikipedia', SEARXNG_URL: 'http://search.internal:8080' }, { search: 'wikipedia' }],
    [{ WEB_SEARCH: 'none', ...tavily }, {}],
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

t.test('an answer of another shape is unreadable, whichever provider gives it', async (t) => {
  const { base: url } = await startServer(t, (_, response) =>
    response.end('{"results":"none","query":{"pages":"none"},"artists":{},"release-groups":[],"data":7,"choices":{}}'),
  )
  const { signal } = new AbortController()
  const artist = { artistId: '', name: 'Mara Quill', links: [] }
  const model = { url, name: 'x', key: undefined }
  const run = { runId: 'run', datasetId: 'data' }
  const profile = { platform: 'instagram', handle: 'mara' } as const
  const catalog = createMusicbrainzCatalog({ url, contact: 'x' })
  const apify = createApifyProvider({ token: 'x', url })
  const answers = {
    searxng: createSearxngSearch({ url }).search('quill', 10, signal),
    tavily: createTavilySearch({ url, key: 'x' }).search('quill', 10, signal),
    wikipedia: createWikipediaSearch({ url, contact: 'x' }).search('quill', 10, signal),
    'the search of a catalogue': catalog.find(artist, signal),
    'its releases': catalog.listReleases('x', 0, signal),
    'its profiles': catalog.listProfiles('x', signal),
    'the state of a run': apify.poll(run, signal),
    'its posts': apify.collect(run, profile, { offset: 0, limit: 1 }, signal),
    'a model': createLanguageModel({ ...model, takesSchema: true }).generate(
      { instructions: '', material: '', schema: {} },
      signal,
    ),
    embeddings: createEmbeddingModel(model).embed({ texts: ['x'] }, signal),
  }
  for (const [name, answer] of Object.entries(answers)) t.same(await answer, { failed: 'unreadable' }, name)
  t.equal(await apify.start(profile, 1), 'unknown', 'and whether a run was started is unknown')
})
