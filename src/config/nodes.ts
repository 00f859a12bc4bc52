import { ConfigError, type EnvReader } from './env.ts'

/** Workers of the cluster of DATABASE_URL; none where there is no cluster. */
export function readNodes(read: EnvReader): readonly string[] {
  const value = read.text('DATABASE_NODES')
  if (value === undefined) return []
  const nodes = value.split(',').map((one) => one.trim())
  if (!nodes.every((one) => /^(?:[\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i.test(one)))
    throw new ConfigError('DATABASE_NODES', 'must be host:port of each worker, with commas between them')
  if (!read.flag('DATABASE_SHARDED', false) || read.text('DATABASE_URL') === undefined)
    throw new ConfigError(
      'DATABASE_NODES',
      'needs DATABASE_SHARDED=true and DATABASE_URL, the address of the coordinator',
    )
  return nodes
}
