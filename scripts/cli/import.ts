import { Command } from 'commander'
import { importRecords } from '#src/admin/import/import.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { parseReason } from './arguments.ts'
import { withDatabase } from './database.ts'
import { getOperator } from './host.ts'
import { formatCount, printResult } from './output.ts'
import { withProgress } from './progress.ts'

const format = `
One JSON object a line, in UTF-8; blank lines and a byte order mark at the beginning are passed over. By "type":
  artist {id, name, bio?}               user {subject, admin?}        claim {artist, subject, state: approved|pending}
  source {id, artist, kind: vault|social, channel?: caption|transcript, title?, url?, publishedAt?, publisher?, approved,
          private?, text | textFile}    textFile: below the folder of the import file, UTF-8, kept byte for byte
  discovery {id, artist, url, title?, text, curation, identity, evidenceKind?, speaker?}
  correction {id, artist, claim, correction|null, kind}           legacyOffer {id, artist, question, offeredAt}
  response {id, artist, question, answer, sitting|null, offeredAt|null, source}
and the lines of an export ("kept:…"), which put back an artist who is not there.
A source is cited as vault:ID, or social:ID:CHANNEL.

The order of the lines does not matter. All of the file is imported or nothing. What was imported before and is the same in the
file changes nothing, whatever has become of it since. Changed content updates; what an artist was asked or has
answered, and what has been decided about a discovery, is never overwritten: such a line is refused.`

export function buildImportCommand(): Command {
  return new Command('import')
    .description('Import records from a JSON Lines file: all or nothing, harmless when repeated.')
    .argument('<file>', 'the file')
    .option('--allow-admin', 'lines may make administrators, which staging and production refuse otherwise', false)
    .option('--restore-erased', 'bring back artists who were erased; needs --because', false)
    .option(
      '--because <reason>',
      "why they are brought back; kept in the operators' log with the file's hash",
      parseReason,
    )
    .addHelpText('after', format)
    .action(runImport)
}

type Options = { allowAdmin: boolean; restoreErased: boolean; because?: string }

async function runImport(file: string, { allowAdmin, restoreErased, because }: Options) {
  if (restoreErased !== (because !== undefined))
    throw createInvalidRequest(restoreErased ? '--because' : '--restore-erased', 'is needed beside the other')
  // The caller of the command can sign any token in development, so that the flag would protect nothing there.
  const summary = await withDatabase((db, { environment }) =>
    withProgress((onProgress) =>
      importRecords(db, file, {
        restoreErasedBecause: because,
        operator: getOperator(),
        allowAdmin: allowAdmin || environment === 'development',
        onProgress,
      }),
    ),
  )
  const { added, changed, unchanged, artists } = summary
  const counts = `${added} added, ${changed} changed, ${unchanged} unchanged`
  printResult(`${counts}; ${formatCount(artists.restored, 'artist')} put back`, { status: 'ok', ...summary })
}
