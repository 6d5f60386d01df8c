import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const project = join(import.meta.dirname, '../..')
/** What holds the folder of libraries: the project itself, or a folder above it where it was installed from an archive. */
const aroundLibraries = createRequire(import.meta.url)
  .resolve('sharp')
  .replace(/node_modules(?!.*node_modules).*/s, '')
/** A decoder's own code and that of its libraries. Data, settings and secrets lie elsewhere. */
const decodersReads = ['package.json', 'contract', 'server/media/decode', 'node_modules']

/** Windows has none, and some containers. */
const shell = '/bin/sh'

/**
 * `fileKb` is the longest file that may be written. A program that needs less than a decoder does is told what it may
 * `read` of the project, and that it has no native code. One that cannot end itself has so many `seconds` at work, even
 * where whoever started it is gone.
 */
export type Sandboxed = {
  program: string
  argument: string
  fileKb: number
  reads?: string[]
  isNative?: boolean
  seconds?: number
}

/**
 * How a program is started that hostile files may take over: Node opens no other file for it, no connection, no
 * program and no thread; the environment is empty; the system bounds its memory and what it writes, and leaves no image of
 * it behind. Native code is not bound by Node: see decode/drop-privileges.ts.
 */
export function sandboxed({
  program,
  argument,
  fileKb,
  reads = decodersReads,
  isNative = true,
  seconds,
}: Sandboxed) {
  const { LD_LIBRARY_PATH, SystemRoot } = process.env
  const node = [
    process.execPath,
    '--no-warnings',
    '--permission',
    ...(isNative ? ['--allow-addons'] : []),
    ...reads.map((path) => `--allow-fs-read=${join(homeOf(path), path)}`),
    '--max-old-space-size=512',
    program,
    argument,
  ]
  const [command = '', ...args] = existsSync(shell) ? bounded(node, { fileKb, seconds }) : node
  return { command, args, env: { LD_LIBRARY_PATH, SystemRoot } }
}

const homeOf = (path: string) => (path.startsWith('node_modules') ? aroundLibraries : project)

/** Memory that is reserved and not used does not count. A limit that the system does not know is left out. */
function bounded(node: string[], { fileKb, seconds }: Pick<Sandboxed, 'fileKb' | 'seconds'>) {
  const mostMemoryKb = 2 * 1024 * 1024
  const bounds = ['-c 0', `-d ${mostMemoryKb}`, `-f ${fileKb * 2}`, ...(seconds ? [`-t ${seconds}`] : [])]
  const limits = bounds.map((limit) => `ulimit ${limit} 2>&-;`)
  return [shell, '-c', `${limits.join(' ')} exec "$@"`, 'sh', ...node]
}
