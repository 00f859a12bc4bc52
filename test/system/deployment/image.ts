import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../..', import.meta.url))

export type Image = {
  /** Where its root is here. */
  root: string
  /** The folder of the service within it. */
  folder: string
  env: Record<string, string>
  user: string
  /** Without the program, which is Node in each. */
  command: string[]
  healthCheck: string[]
}

type Step = { word: string; rest: string }
type Around = { stages: Map<string, Image>; sent: Set<string> }

/**
 * Runs the Containerfile step by step in folders: only what it copies exists, and its commands run here.
 */
export function buildImage(into: string): Image {
  const sent = listSentFiles()
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const { word, rest } of parseSteps(readFileSync(join(project, 'Containerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      image = { root: join(into, name), folder: join(into, name), env: {}, user: '', command: [], healthCheck: [] }
      stages.set(name, image)
    } else if (image !== undefined) carryOut(image, { word, rest }, { stages, sent })
    else if (word !== 'ARG') throw new Error(`${word} comes before any FROM`)
  }
  if (image === undefined) throw new Error('The Containerfile makes no image')
  return image
}

function carryOut(image: Image, { word, rest }: Step, { stages, sent }: Around): void {
  switch (word) {
    case 'WORKDIR':
      image.folder = join(image.root, rest)
      mkdirSync(image.folder, { recursive: true })
      return
    case 'COPY':
      copy(image, rest.split(' '), stages, sent)
      return
    case 'RUN':
      run(image, rest)
      return
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value
      return
    case 'USER':
      image.user = rest
      return
    case 'HEALTHCHECK':
      image.healthCheck = splitCommand(rest.slice(rest.indexOf('CMD ') + 4))
      return
    case 'CMD':
      image.command = splitCommand(rest)
      return
    case 'ARG':
    case 'LABEL':
    case 'EXPOSE':
    case 'STOPSIGNAL':
    case 'ENTRYPOINT':
      return
    default:
      throw new Error(`The Containerfile says ${word}, which is not understood here`)
  }
}

function copy(image: Image, words: string[], stages: Map<string, Image>, sent: Set<string>): void {
  const from = findPinned(words, '--from=')
  const target = words.pop() ?? ''
  for (const source of words) {
    if (from === undefined && !isSent(source, sent))
      throw new Error(`${source} is not sent to the builder (.dockerignore)`)
    const path = from === undefined ? join(project, source) : join(stages.get(from)?.root ?? '', source)
    const within = target.startsWith('/') ? image.root : image.folder
    const place = target.endsWith('/') ? join(within, target, source) : join(within, target)
    mkdirSync(dirname(place), { recursive: true })
    // Files of an earlier stage are not needed any more.
    if (from === undefined) cpSync(path, place, { recursive: true })
    else renameSync(path, place)
    giveToRoot(place)
  }
}

const splitCommand = (list: string) => (JSON.parse(list) as string[]).filter((one) => one !== '/nodejs/bin/node')

/** The value of such an option, which is then removed. */
function findPinned(words: string[], word: string): string | undefined {
  const at = words.findIndex((one) => one.startsWith(word))
  return at < 0 ? undefined : words.splice(at, 1)[0]?.slice(word.length)
}

/** A copy is root's; where this process is not root, everything is its own. */
function giveToRoot(place: string): void {
  if (process.getuid?.() !== 0) return
  chownSync(place, 0, 0)
  if (!lstatSync(place).isDirectory()) return
  for (const path of readdirSync(place, { recursive: true, encoding: 'utf8' })) lchownSync(join(place, path), 0, 0)
}

/** The user of a command: the one that the file names, where this process may become it. */
export function parseUser(user: string): { uid?: number; gid?: number } {
  const [uid, gid] = user.split(':').map(Number)
  return process.getuid?.() === 0 && user !== '' && uid !== undefined && gid !== undefined ? { uid, gid } : {}
}

/** Files that were installed here a moment ago need not be fetched again. */
function run({ folder, user }: Image, command: string): void {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { PATH: path, HOME: process.env.HOME, npm_config_prefer_offline: 'true' }
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    env,
    encoding: 'utf8',
    ...parseUser(user),
  })
  if (status !== 0) throw new Error(`${command}: ${stderr.trim().split('\n').slice(-3).join(' ')}`)
}

/** By its own name, or with a folder that contains it. */
const isSent = (source: string, sent: Set<string>): boolean =>
  sent.has(source) || (source.includes('/') && isSent(dirname(source), sent))

/** The exceptions of .dockerignore; everything else stays. */
function listSentFiles(): Set<string> {
  const lines = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
  if (!lines.includes('*')) throw new Error('.dockerignore keeps nothing')
  return new Set(lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])))
}

function parseSteps(file: string): Step[] {
  const lines = file.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ word: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }))
}
