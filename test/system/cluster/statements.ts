import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from '../../cli/run.ts'
import { openPool } from '../../support/database.ts'
import type { TestEnvironment } from '../environment.ts'
import { useEverything } from './use-everything.ts'

/** Settings by which a server logs every statement that is sent. */
export const recording = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'statements.log',
  log_rotation_size: '0',
  log_rotation_age: '0',
  log_statement: 'all',
}

/** By this the server tells sessions of the service and of the command line from those that prepare the environment. */
const applicationNames = { service: 'sittings sharded', commandLine: 'sittings cli' }

/** Statements of a transaction, a session or a cursor that name no table. */
const isWithoutTable = (statement: string) =>
  /^\s*(begin|start transaction|commit|rollback|set |savepoint|release|explain|do |fetch |close )/i.test(statement) ||
  !/\b(from|into|update)\b/i.test(statement)

/** Every statement that was sent under a name, once each. */
function readStatementsSent(folder: string, applicationName: string): string[] {
  const lines = readFileSync(join(folder, 'data', 'log', 'statements.json'), 'utf8').split('\n')
  const sent = new Set<string>()
  for (const line of lines) {
    if (line === '') continue
    const { application_name: by, message } = JSON.parse(line) as { application_name?: string; message: string }
    const statement = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(message)?.[1]
    if (by === applicationName && statement !== undefined && !isWithoutTable(statement)) sent.add(statement)
  }
  return [...sent]
}

/**
 * Statements without an artist, each with the reason why a cluster may run it on all shards. Each only reads, and none
 * locks. An unused entry has to go.
 */
export const allowedStatements: readonly { begins: string; because: string }[] = [
  {
    begins: 'select artist_id from artist_research_jobs where state in',
    because: 'claims: each shard lists its artists with due jobs; each claim goes to one shard',
  },
  {
    begins: 'select kind, status, count(*)::int as jobs',
    because: 'metrics of the whole queue; counted on each shard',
  },
  {
    begins: "select kind, 'failed' as status",
    because: 'the same of failed jobs',
  },
  {
    begins: `select (select coalesce(json_agg(agg), '[]') from (select * from (select "id", "name" from "artists" where`,
    because: 'the artists of one caller: each shard returns those that the caller has a claim to',
  },
]

/** The same of the command line: those that find or list artists, and those of several artists at once. */
export const allowedOfOperators: typeof allowedStatements = [
  { begins: 'insert into "artists" ("id", "name", "bio") select', because: 'an import adds its artists together' },
  { begins: 'select id, name from artists where id = any', because: 'the names of listed artists' },
  { begins: 'select "id" as "artistId", "name", "created_at"', because: 'artist list, artist find' },
  { begins: 'select "c"."artist_id" as "artistId", "a"."name"', because: 'claim list' },
  { begins: 'select "j".*, "a"."name" as "artist"', because: 'jobs list, and a job by its id alone' },
  { begins: 'select "a"."id" as "artistId", "head"."seq"', because: 'head, and what verify compares' },
]

/** On one line and without leading blanks. */
export const joinLines = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim()

export const findAllowed = (statement: string, allowed = allowedStatements) =>
  allowed.find(({ begins }) => joinLines(statement).startsWith(begins))

const sample = fileURLToPath(new URL('../../../scripts/samples/import.jsonl', import.meta.url))

/** The artist of the sample. */
const artist = ['--artist', '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11']
const because = ['--because', 'For the record']

/** What an operator does with the command line, from an artist's creation to its erasure. */
const buildCommands = (file: string): string[][] => [
  ['import', sample],
  ['import', sample],
  ...['artist find mara', 'artist list', 'claim list --state pending', 'user list'].map((words) => words.split(' ')),
  ['claim', 'approve', ...artist, '--subject', 'nell'],
  ['claim', 'revoke', ...artist, '--subject', 'nell'],
  ['user', 'add', '--subject', 'operator', '--admin'],
  ['user', 'demote', '--subject', 'operator'],
  ['jobs', 'pause', '--kind', 'lore_refresh', ...artist, ...because],
  ['jobs', 'resume', '--kind', 'lore_refresh', ...artist, ...because],
  ...['jobs pauses', 'jobs list', 'trail', 'head'].map((words) => words.split(' ')),
  ...['jobs list', 'trail', 'head', 'claim list'].map((words) => [...words.split(' '), ...artist]),
  // Of the newest live job that was listed.
  ['jobs', 'cancel'],
  ['jobs', 'retry'],
  ['verify', ...artist],
  ['export', ...artist, '--out', file],
  ['artist', 'erase', ...artist, ...because, '--yes'],
  ['import', file, '--restore-erased', ...because],
]

/** Runs all of it. Returns how many commands there were. @throws Error for the first that fails */
async function runOperatorCommands(folder: string, url: string): Promise<number> {
  const all = buildCommands(join(folder, 'exported.jsonl'))
  let jobId = ''
  for (const command of all) {
    const args = command.length === 2 && /cancel|retry/.test(command[1] ?? '') ? [...command, jobId] : command
    const { code, stderr, document } = await runCli(args, { DATABASE_URL: url })
    if (args.join(' ') === 'jobs list')
      jobId = document.jobs.find(({ state }: { state: string }) => /pending|waiting/.test(state)).jobId
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-1_000)}`)
  }
  return all.length
}

/**
 * Every statement that the service sends as it does for a cluster, and those of the command line, written down by the
 * environment's server, which has the settings for it.
 */
export async function recordStatements(environment: TestEnvironment) {
  const { folder, url } = environment
  const service = openPool(environment, url, { sharded: true, applicationName: applicationNames.service })
  const requests = await useEverything(environment, service.db, { DATABASE_SHARDED: 'true' })
  const commands = await runOperatorCommands(folder, url)
  const sent = readStatementsSent(folder, applicationNames.service)
  // Many are of all artists, and may take a task for each shard.
  const operators = readStatementsSent(folder, applicationNames.commandLine).filter((one) => !sent.includes(one))
  return { requests, commands, sent, operators }
}
