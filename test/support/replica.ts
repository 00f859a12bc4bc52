import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { connect } from '#src/database/connect.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { type ApiReply, injectRequest, type Method, type TestContext } from './test-context.ts'

/**
 * Another process's service on the same database, with a pool and caches of its own.
 * @param url the database as another role signs in to it
 */
export async function openReplica(t: Test, context: TestContext, url = context.url) {
  const { pool, timeouts } = context.config
  const database = connect({ url, pool, timeouts, applicationName: 'sittings replica' })
  const { db } = database
  const resources = { db, newId: () => uuidv7(), providers: {} }
  const app = await buildApp(context.config, resources, createReadinessCheck(db), database.pool)
  t.teardown(async () => {
    await app.close()
    await database.close()
  })
  async function call(subject: string | null, method: Method, url: string, body?: unknown): Promise<ApiReply> {
    const headers = subject === null ? {} : { authorization: `Bearer ${await context.token(subject)}` }
    return await injectRequest(app, { method, url, headers, body })
  }
  return { app, db, call }
}
