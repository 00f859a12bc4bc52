import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../..', import.meta.url))

export type Image = {
  /** Where its root lies here. */
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

/**
 * Carries out what the Containerfile says, step by step, in folders: what it copies is all there is, and its commands are run here. Knows the
 * words that our file uses, and no others.
 */
export function buildImage(into: string): Image {
  const sent = sentToBuilder()
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const { word, rest } of stepsOf(readFileSync(join(project, 'Containerfile'), 'utf8'))) {
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

function carryOut(
  image: Image,
  { word, rest }: Step,
  { stages, sent }: { stages: Map<string, Image>; sent: Set<string> },
): void {
  const program = (list: string) => (JSON.parse(list) as string[]).filter((one) => one !== '/nodejs/bin/node')
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
      image.healthCheck = program(rest.slice(rest.indexOf('CMD ') + 4))
      return
    case 'CMD':
      image.command = program(rest)
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
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const target = words.pop() ?? ''
  for (const source of words) {
    if (from === undefined && !sent.has(source)) throw new Error(`${source} is not sent to the builder (.dockerignore)`)
    const path = from === undefined ? join(project, source) : join(stages.get(from)?.root ?? '', source)
    const place = target.endsWith('/') ? join(image.folder, target, source) : join(image.folder, target)
    mkdirSync(dirname(place), { recursive: true })
    // What an earlier stage has made nobody needs there any more.
    if (from === undefined) cpSync(path, place, { recursive: true })
    else renameSync(path, place)
  }
}

/** What was installed here a moment ago need not be fetched again. */
function run({ folder }: Image, command: string): void {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: 'true' }
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr.trim().split('\n').slice(-3).join(' ')}`)
}

/** The exceptions of .dockerignore, which keeps everything else. */
function sentToBuilder(): Set<string> {
  const lines = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
  if (!lines.includes('*')) throw new Error('.dockerignore keeps nothing')
  return new Set(lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])))
}

function stepsOf(file: string): Step[] {
  const lines = file.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ word: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }))
}
