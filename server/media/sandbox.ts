import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const project = join(import.meta.dirname, '../..')
/** The folder that contains the libraries: the project, or a parent folder if it was installed from an archive. */
const aroundLibraries = createRequire(import.meta.url)
  .resolve('sharp')
  .replace(/node_modules(?!.*node_modules).*/s, '')
/** The decoder's own code and its libraries. Data, settings and secrets are elsewhere. */
const decodersReads = ['package.json', 'contract', 'server/media/decode', 'node_modules']

/** Missing on Windows and in some containers. */
const shell = '/bin/sh'

/** `reads` and `isNative`: for a program that needs less than a decoder. `seconds`: CPU limit, in case the parent has died. */
export type Sandboxed = {
  program: string
  argument: string
  fileKb: number
  reads?: string[]
  isNative?: boolean
  seconds?: number
}

/** No other files, connections, programs or threads, a minimal environment, limited memory. See decode/drop-privileges.ts. */
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

/** Reserved but unused memory does not count. Limits that the system does not know are skipped. */
function bounded(node: string[], { fileKb, seconds }: Pick<Sandboxed, 'fileKb' | 'seconds'>) {
  const mostMemoryKb = 2 * 1024 * 1024
  const bounds = ['-c 0', `-d ${mostMemoryKb}`, `-f ${fileKb * 2}`, ...(seconds ? [`-t ${seconds}`] : [])]
  const limits = bounds.map((limit) => `ulimit ${limit} 2>&-;`)
  return [shell, '-c', `${limits.join(' ')} exec "$@"`, 'sh', ...node]
}

/** Programs are limited by CPU time. On a busy machine, the elapsed time may be this many times longer. */
export const patience = 10

/** In bytes: more than any of these programs prints. */
const mostSaid = 64 * 1024

/** One input file and the output files. The program ends after `ms`, or when `stopping` aborts. */
type Given = { handles: { sent: FileHandle; written: FileHandle[] }; ms: number; stopping?: AbortSignal }

/** Signals that stop the machine or the service. Our own is SIGKILL. */
const stops: unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Stopped together with the site, which says nothing about the file. */
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
