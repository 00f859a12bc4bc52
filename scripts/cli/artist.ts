import { Command } from 'commander'
import { v7 as uuidv7 } from 'uuid'
import { addArtist } from '#src/admin/artists.ts'
import { listArtists } from '#src/admin/list-artists.ts'
import { buildLimitOption, parseUuid, refuseInvalidArgument } from './arguments.ts'
import { withDatabase } from './database.ts'
import { eraseCommand } from './erase.ts'
import { printResult } from './output.ts'
import { buildTable, formatInstant, noteMore, printListing } from './table.ts'

type Options = { name: string; id?: string; bio?: string }

export function buildArtistCommand(): Command {
  const add = new Command('add')
    .description('Add an artist; refused when the id is taken.')
    .requiredOption('--name <name>', 'the name, at most 300 characters')
    .option('--id <uuid>', 'the id (default: a new one)', parseUuid)
    .option('--bio <text>', 'the published biography, at most 20,000 characters')
    .action(runAdd)
  const list = new Command('list')
    .description('The artists, the newest first, each with who may speak for it.')
    .addOption(buildLimitOption())
    .action(({ limit }: { limit: number }) => runList({ limit }))
  const find = new Command('find')
    .description(
      'The artists whose name contains a text, in any case, or whose id it is; each with who may speak for it.',
    )
    .argument('<text>', 'a part of the name, or the whole id')
    .addOption(buildLimitOption())
    .action((text: string, { limit }: { limit: number }) => runList({ text, limit }))
  return new Command('artist')
    .description('Artists.')
    .addCommand(list)
    .addCommand(find)
    .addCommand(add)
    .addCommand(eraseCommand())
}

async function runList({ text, limit }: { text?: string; limit: number }) {
  const { rows: artists, more } = await withDatabase((db) => listArtists(db, { text, limit }))
  const table = buildTable(artists, [
    { title: 'artist', value: ({ artistId }) => artistId },
    { title: 'name', value: ({ name }) => name },
    { title: 'since', value: ({ createdAt }) => formatInstant(createdAt) },
    { title: 'claims to decide', value: ({ pendingClaims }) => pendingClaims, align: 'right' },
    { title: 'may speak', value: ({ speakers }) => (speakers.length === 0 ? null : speakers) },
  ])
  printListing({ status: 'ok', artists, more }, [table])
  noteMore(more, limit)
}

async function runAdd({ name, id = uuidv7(), bio }: Options) {
  const artist = { id, name, ...(bio !== undefined && { bio }) }
  refuseInvalidArgument('artist', artist)
  await withDatabase((db) => addArtist(db, { bio: null, ...artist }))
  printResult(`Added ${JSON.stringify(name)} as artist ${id}.`, { status: 'ok', artistId: id, name })
}
