import type { Handler } from '#plugins/handler.ts'

/** The process answers. It asks no database: whether the service can do its work is what /ready says. */
export const checkHealth: Handler<'checkHealth'> = async () => ({ status: 200, body: { status: 'ok' } })
