import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { openPool } from './database.ts'
import { type ApiReply, injectRequest, type Method, type TestContext } from './test-context.ts'

/**
 * Another process's service on the same database, with a pool and caches of its own.
 * @param url the database as another role signs in to it
 */
export async function openReplica(t: Test, context: TestContext, url = context.url) {
  const { pool, timeouts } = context.config
  const database = openPool(t, url, { pool, timeouts })
  const { db } = database
  const resources = { db, newId: () => uuidv7(), providers: {} }
  const app = await buildApp(context.config, resources, createReadinessCheck(db))
  t.teardown(() => app.close())
  async function call(subject: string | null, method: Method, url: string, body?: unknown): Promise<ApiReply> {
    const headers = subject === null ? {} : { authorization: `Bearer ${await context.token(subject)}` }
    return await injectRequest(app, { method, url, headers, body })
  }
  return { app, db, call }
}
