export { decodeText, type Encoded, parseMediaType } from './decode.ts'
export { fetchOutbound, type OutboundCall, productToken } from './fetch-outbound.ts'
export { type Network, openInternet } from './network.ts'
export type { OutboundFailure, OutboundResponse } from './outcome.ts'
