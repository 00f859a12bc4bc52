/** The process that a command runs in; a test gives one of its own. */
export type Host = Pick<NodeJS.Process, 'env' | 'stderr' | 'exitCode'> & {
  stdout: Pick<NodeJS.WriteStream, 'write' | 'on' | 'isTTY'> & NodeJS.WritableStream
}

export let host: Host = process

export function setHost(other: Host): void {
  host = other
}
