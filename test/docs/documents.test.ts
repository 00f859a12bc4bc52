import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { sourceJson, sourceYaml, workflowsYaml } from '#src/contract/document.ts'
import { newWorld } from '../support/world.ts'

const files = ['/openapi.json', '/openapi.yaml', '/workflows.arazzo.yaml', '/docs/static/swagger-ui.css']

t.test('the documents are compressed for a client that accepts it, and plain for any other', async (t) => {
  const { app } = await newWorld(t)
  for (const url of files) {
    const get = async (encodings: string) => await app.inject({ url, headers: { 'accept-encoding': encodings } })
    const plain = await app.inject(url)
    t.equal(plain.statusCode, 200, url)
    t.notOk(plain.headers['content-encoding'])
    t.equal(plain.headers.vary, 'accept-encoding')
    const [br, gzip, none] = [await get('gzip, deflate, br'), await get('gzip'), await get('identity')]
    t.equal(br.headers['content-encoding'], 'br')
    t.equal(gzip.headers['content-encoding'], 'gzip')
    t.ok(br.rawPayload.length < plain.rawPayload.length / 2, 'less than half of the bytes')
    t.same(brotliDecompressSync(br.rawPayload), plain.rawPayload)
    t.same(gunzipSync(gzip.rawPayload), plain.rawPayload)
    t.same(none.rawPayload, plain.rawPayload)
    t.equal(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size, 3, 'other bytes, another tag')
    const known = { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) }
    t.match(await app.inject({ url, headers: known }), { statusCode: 304, payload: '' })
  }
})

t.test('the contract and its workflows are the source byte for byte', async (t) => {
  const { app } = await newWorld(t)
  t.same((await app.inject('/openapi.json')).rawPayload, sourceJson)
  t.same((await app.inject('/openapi.yaml')).rawPayload, sourceYaml)
  t.same((await app.inject('/workflows.arazzo.yaml')).rawPayload, workflowsYaml)
})

t.test('an unknown file of the explorer is 404, at the first and at later requests', async (t) => {
  const { app } = await newWorld(t)
  for (let times = 0; times < 2; times += 1) {
    const answer = await app.inject('/docs/static/nothing.js')
    t.equal(answer.statusCode, 404)
    t.match(answer.json(), { status: 'error', code: 'not_found' })
  }
})

t.test('a deployment without documentation serves none of its pages, but every operation', async (t) => {
  const { app } = await newWorld(t, { DOCUMENTS_SERVED: 'false' })
  for (const url of [...files, '/docs', '/docs/', '/reference/']) t.equal((await app.inject(url)).statusCode, 404, url)
  t.equal((await app.inject('/api/health')).statusCode, 200)
})
