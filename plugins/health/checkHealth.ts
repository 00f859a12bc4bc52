import type { Handler } from '#plugins/handler.ts'

/** Shows that the process responds. It does not use the database: /ready says whether the service can do its work. */
export const checkHealth: Handler<'checkHealth'> = async () => ({ status: 200, body: { status: 'ok' } })
