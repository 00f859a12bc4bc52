import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { fillSampleArtist } from '../../admin/full-artist.ts'
import { assertConforms } from '../../support/conforms.ts'
import { parseBody, type TestContext } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'

const plenty = '1000000'

/** The sample artist with every kind of record, made by the service itself, which is closed afterwards. */
export async function createFullArtist({ db, folder, createArtist }: TestEnvironment): Promise<string> {
  const config = loadConfig({
    DATA_FOLDER: join(folder, 'full-artist'),
    LOG_LEVEL: 'silent',
    EVENT_LOOP_DELAY_MS_MAX: '60000',
    RATE_CALLER_PER_MINUTE: plenty,
    RATE_COSTLY_PER_MINUTE: plenty,
    RATE_ANONYMOUS_PER_MINUTE: plenty,
  })
  const app = await buildApp(config, { db, newId: () => uuidv7(), providers: {} }, createReadinessCheck(db))
  const call: TestContext['call'] = async (subject, method, url, body, headers = {}) => {
    const lifetime = { ttlSeconds: 3_600, environment: config.environment }
    const token = subject === null ? undefined : await signLocalToken(config, { subject, ...lifetime })
    const response = await app.inject({
      method,
      url,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const parsed = response.payload === '' ? undefined : parseBody(response.headers['content-type'], response.payload)
    const answer = { status: response.statusCode, headers: response.headers as Record<string, string>, body: parsed }
    assertConforms(method, url, answer)
    return answer
  }
  try {
    return await fillSampleArtist({
      db,
      call,
      artistId: await createArtist(),
      addSource: () => Promise.reject(new TypeError()),
    })
  } finally {
    await app.close()
  }
}
