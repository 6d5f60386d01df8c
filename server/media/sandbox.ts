import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const project = join(import.meta.dirname, '../..')
/** What holds the folder of libraries: the project itself, or a folder above it where it was installed from an archive. */
const aroundLibraries = createRequire(import.meta.url)
  .resolve('sharp')
  .replace(/node_modules(?!.*node_modules).*/s, '')
/** A decoder's own code and that of its libraries. Data, settings and secrets lie elsewhere. */
const decodersReads = ['package.json', 'contract', 'server/media/decode', 'node_modules']

/** Windows has none, and some containers. */
const shell = '/bin/sh'

/** `reads` and `isNative` for a program that needs less than a decoder. `seconds` ends one whose starter is gone. */
export type Sandboxed = {
  program: string
  argument: string
  fileKb: number
  reads?: string[]
  isNative?: boolean
  seconds?: number
}

/** No other file, connection, program or thread, an empty environment, bounded memory. Native code: see decode/drop-privileges.ts. */
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

/** Time is limited by what a program takes of the processor. On a busy machine it may take this many times as long by the clock. */
export const patience = 10

/** More than any of these programs has to say, of what it says. */
const mostSaid = 64 * 1024

/** One file to read and those to write. Ended when its time is over, or when it is not waited for any more. */
type Given = { handles: { sent: FileHandle; written: FileHandle[] }; ms: number; stopping?: AbortSignal }

/** What ends everything that runs here when the machine or the service stops. Ours is SIGKILL. */
const stops: unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** It was stopped together with the site, which says nothing of its file. */
export class Stopped extends Error {}

export async function runSandboxed(program: Sandboxed, { handles, ms, stopping }: Given) {
  const { command, args, env } = sandboxed(program)
  const child = spawn(command, args, {
    ...{ env, timeout: ms, killSignal: 'SIGKILL', signal: stopping },
    stdio: [handles.sent.fd, 'pipe', 'pipe', ...handles.written.map(({ fd }) => fd)],
  })
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  const [stdout, stderr, [code, signal]] = await Promise.all([
    said(child.stdout as Readable),
    said(child.stderr as Readable),
    ended,
  ])
  if (stops.includes(signal)) throw new Stopped(`A program in the sandbox was stopped by ${signal}.`)
  return { stdout, stderr, code, signal }
}

async function said(stream: Readable) {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) {
    if (text.length < mostSaid) text += part
  }
  return text
}
