/**
 * Hands each new connection to the next of the services in turn and passes its bytes on. Prints its port. Arguments:
 * the folder of the peers' packages, which it does not use, and the services.
 */
import { type AddressInfo, connect, createServer } from 'node:net'

const [, , , ...services] = process.argv
let accepted = 0

const server = createServer({ noDelay: true }, (client) => {
  const { hostname, port } = new URL(services[accepted++ % services.length] ?? '')
  const service = connect(Number(port), hostname).setNoDelay(true)
  client.pipe(service).pipe(client)
  client.on('error', () => service.destroy())
  service.on('error', () => client.destroy())
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
