import { Command } from 'commander'
import { v7 as uuidv7 } from 'uuid'
import { addArtist } from '#src/admin/artists.ts'
import { refuseUnfit, uuid } from './arguments.ts'
import { withDatabase } from './database.ts'
import { print } from './output.ts'

type Options = { name: string; id?: string; bio?: string }

export function artistCommand(): Command {
  const add = new Command('add')
    .description('Add an artist; refused when the id is taken.')
    .requiredOption('--name <name>', 'the name, at most 300 characters')
    .option('--id <uuid>', 'the id (default: a new one)', uuid)
    .option('--bio <text>', 'the published biography, at most 20,000 characters')
    .action(runAdd)
  return new Command('artist').description('Artists.').addCommand(add)
}

async function runAdd({ name, id = uuidv7(), bio }: Options) {
  const artist = { id, name, ...(bio !== undefined && { bio }) }
  refuseUnfit('artist', artist)
  await withDatabase((db) => addArtist(db, { bio: null, ...artist }))
  print({ status: 'ok', artistId: id, name })
}
