import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, kill, requestShutdown } from './launch.ts'
import { detachServer, type ServerPlan, startServer } from './start-server.ts'

/**
 * Keeps the server running: after an unrequested end (a crash, or its owner's exit) the first of its users restarts it.
 */
export async function supervise(plan: ServerPlan & { onEvent: (event: string) => void }) {
  let running = await startServer(plan)
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  let unwatch = watch()

  function watch(): () => void {
    const { pid, ended } = running
    const onEnd = () => {
      if (!stopping) restarting = restart()
    }
    if (ended !== undefined) {
      ended.then(onEnd, onEnd)
      return () => {}
    }
    // The end of another process's server is only found by polling; twice a second costs nothing.
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      onEnd()
    }, 500).unref()
    return () => clearInterval(timer)
  }

  async function restart() {
    plan.onEvent('The embedded PostgreSQL ended; starting it again')
    for (let waitMs = 100; !stopping; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        running = await startServer({ ...plan, endpoint: running.endpoint })
        unwatch = watch()
        return
      } catch (error) {
        plan.onEvent(`The embedded PostgreSQL did not start: ${(error as Error).message}`)
        await sleep(waitMs, undefined, { ref: false })
      }
    }
  }

  // Without `setpriv` an orderly exit at least stops the server.
  const onExit = () => {
    if (running.owned) kill(running.pid, 'SIGINT')
  }
  process.once('exit', onExit)

  async function stop() {
    stopping = true
    unwatch()
    process.off('exit', onExit)
    await restarting
    if (!running.owned) return
    detachServer(plan)
    await shutDown(running, plan)
  }

  return {
    url: (database: string) => running.endpoint.buildUrl(database),
    get owned() {
      return running.owned
    },
    stop,
  }
}

/** Ten seconds for the last checkpoint, then an immediate shutdown, from which the next start recovers. */
async function shutDown({ pid, child }: Awaited<ReturnType<typeof startServer>>, { data, binaries }: ServerPlan) {
  child?.ref()
  requestShutdown(pid, { data, pgCtl: binaries.pgCtl })
  for (let polls = 0; isAlive(pid); polls += 1) {
    if (polls === 1_000) kill(pid, 'SIGQUIT')
    await sleep(10)
  }
  child?.unref()
}
