/* The container's health check: ends with 0 when the process answers. An image without a shell has no curl either. */
const { PORT = '3000' } = process.env
const { ok } = await fetch(`http://127.0.0.1:${PORT}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => ({
  ok: false,
}))
process.exit(ok ? 0 : 1)
