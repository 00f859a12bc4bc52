import { Command } from 'commander'
import { v7 as uuidv7 } from 'uuid'
import { addArtist } from '#src/admin/artists.ts'
import { listArtists } from '#src/admin/listing.ts'
import { buildLimitOption, parseUuid, refuseInvalidArgument } from './arguments.ts'
import { withDatabase } from './database.ts'
import { buildEraseCommand } from './erase.ts'
import { printResult } from './output.ts'
import { printPage } from './table.ts'

type Options = { name: string; id?: string; bio?: string }

export function buildArtistCommand(): Command {
  const add = new Command('add')
    .description('Add an artist; refused when the id is taken.')
    .requiredOption('--name <name>', 'the name, at most 300 characters')
    .option('--id <uuid>', 'the id (default: a new one)', parseUuid)
    .option('--bio <text>', 'the published biography, at most 20,000 characters')
    .action(runAdd)
  const list = new Command('list')
    .alias('find')
    .description(
      'The artists, the newest first; with a text those whose name contains it in any case, or whose id it is.',
    )
    .argument('[text]', 'a part of the name, or the whole id')
    .addOption(buildLimitOption())
    .action(async (text: string | undefined, { limit }: { limit: number }) => {
      const page = await withDatabase((db) => listArtists(db, { text, limit }))
      printPage('artists', page, ['artistId', 'createdAt', 'name'])
    })
  return new Command('artist').description('Artists.').addCommand(list).addCommand(add).addCommand(buildEraseCommand())
}

async function runAdd({ name, id = uuidv7(), bio }: Options) {
  const artist = { id, name, ...(bio !== undefined && { bio }) }
  refuseInvalidArgument('artist', artist)
  await withDatabase((db) => addArtist(db, { bio: null, ...artist }))
  printResult(`Added ${JSON.stringify(name)} as artist ${id}.`, { status: 'ok', artistId: id, name })
}
