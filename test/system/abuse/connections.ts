import { type Answer, converse, dial } from '../../support/sockets.ts'
import { readFootprint } from '../footprint.ts'

/** Why a response is not the one error body of the contract; undefined when it is, or when it is no failure. */
export function findFlaw({ status, headers, body }: Answer): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (status < 400) return undefined
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `${status} as ${headers.get('content-type')}`
  try {
    const error = JSON.parse(body)
    const isError = error.status === 'error' && typeof error.code === 'string' && typeof error.error === 'string'
    return isError && Object.keys(error).length === 3 ? undefined : `${status} with ${body.slice(0, 200)}`
  } catch {
    return `${status} with ${body.slice(0, 200)}`
  }
}

const buildGet = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

/** Requests on one connection that may have no response yet: one more and it is closed. */
export const pipelinedMax = 32

/** So many requests in one packet: whether each is answered, in its order. */
export async function pipeline(base: string, count: number): Promise<boolean> {
  const paths = Array.from({ length: count - 1 }, (_, at) => (at % 2 === 0 ? '/api/health' : '/api/nothing'))
  const { answers, isClosed } = await converse(
    base,
    paths.map((target) => buildGet(target)).join('') + buildGet('/api/health', 'Connection: close\r\n'),
  )
  const expected = [...paths.map((path) => (path === '/api/health' ? 200 : 404)), 200]
  return isClosed && answers.map(({ status }) => status).join() === expected.join()
}

/** Connections that get one response and stay open; returns how many did, and a function that closes them. */
export async function openIdle(base: string, count: number) {
  const opened = await Promise.all(Array.from({ length: count }, () => dial(base)))
  const answers = await Promise.all(
    opened.map(async ({ socket, answered }) => {
      socket.write(buildGet('/api/health'))
      return (await answered(1))[0]
    }),
  )
  const answered = answers.filter((answer) => answer?.status === 200).length
  return { answered, close: () => opened.forEach(({ socket }) => void socket.destroy()) }
}

/**
 * Connections that request the longest response again and again and read none of it. Returns by how many mebibytes the
 * process grew, and whether it held most of them for a while and disconnected them in the end.
 */
export async function refuseToListen(base: string, pid: number, count: number) {
  const before = readFootprint(pid)
  const opened = await Promise.all(Array.from({ length: count }, () => dial(base)))
  for (const { socket } of opened) socket.pause().write(buildGet('/openapi.json').repeat(pipelinedMax))
  let most = before.mebibytes
  const deadline = performance.now() + 60_000
  let isThere = false
  let isHungUp = false
  while (!isHungUp && performance.now() < deadline) {
    const { mebibytes, files } = readFootprint(pid)
    most = Math.max(most, mebibytes)
    const isHeld = files >= before.files + count / 2
    isHungUp = isThere && !isHeld
    isThere ||= isHeld
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const { socket } of opened) socket.destroy()
  return { grown: most - before.mebibytes, isHungUp }
}
