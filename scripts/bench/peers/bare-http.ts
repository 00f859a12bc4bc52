/**
 * The lowest rung: node:http with a body that is written already, in a process of its own. Takes its port from PORT, as
 * the service does.
 */
import { createServer } from 'node:http'

const body = JSON.stringify({ status: 'ok', service: 'bare' })
const head = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
createServer((_request, response) => void response.writeHead(200, head).end(body)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
