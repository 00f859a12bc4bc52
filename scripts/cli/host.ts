/** The process that a command runs in; a test gives one of its own. */
export type Host = Pick<NodeJS.Process, 'env' | 'stderr' | 'exitCode'> & {
  stdout: Pick<NodeJS.WriteStream, 'write' | 'on' | 'isTTY'> & NodeJS.WritableStream
}

/** One command line: what the options of every command say, and whether the reader of its output has left. */
type CommandState = { json: boolean; as: string | undefined; isOutputClosed: boolean }

const initialState: CommandState = { json: false, as: undefined, isOutputClosed: false }

export let host: Host = process
export let state = { ...initialState }

/** For one command line; a process may run several. */
export function setHost(other: Host): void {
  host = other
  state = { ...initialState }
}
