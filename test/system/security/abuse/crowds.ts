import { once } from 'node:events'
import { connect } from 'node:net'
import { readFootprint } from '../../load/footprint.ts'
import { converse, parseAnswers } from './converse.ts'

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
  const sockets = Array.from({ length: count }, () => dial(base))
  const answered = await Promise.all(
    sockets.map(async (socket) => {
      socket.write(buildGet('/api/health'))
      let received = ''
      while (!received.endsWith('}')) received += (await once(socket, 'data'))[0].toString('latin1')
      return parseAnswers(received).answers[0]?.status === 200
    }),
  )
  return { answered: answered.filter(Boolean).length, close: () => sockets.forEach((socket) => void socket.destroy()) }
}

/**
 * Connections that request the longest response again and again and read none of it. Returns by how many mebibytes the
 * process grew, and whether it held most of them for a while and disconnected them in the end.
 */
export async function refuseToListen(base: string, pid: number, count: number) {
  const before = readFootprint(pid)
  const sockets = Array.from({ length: count }, () => dial(base).pause())
  for (const socket of sockets) socket.write(buildGet('/openapi.json').repeat(pipelinedMax))
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
  for (const socket of sockets) socket.destroy()
  return { grown: most - before.mebibytes, isHungUp }
}

function dial(base: string) {
  const { port, hostname } = new URL(base)
  return connect(Number(port), hostname).on('error', () => {})
}
