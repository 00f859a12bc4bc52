import type { Test } from 'tap'
import { openPool } from './database.ts'
import { createCall, openApp, type TestContext } from './test-context.ts'

/**
 * Another process's service on the same database, with a pool and caches of its own.
 * @param url the database as another role signs in to it
 */
export async function openReplica(t: Test, context: TestContext, url = context.url) {
  const { pool, timeouts } = context.config
  const { db } = openPool(t, url, { pool, timeouts })
  const app = await openApp(t, context.config, { db })
  return { app, db, call: createCall(app, context.token) }
}
