import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

const project = join(import.meta.dirname, '../..')
/** The folder that contains the libraries: the project, or a parent folder if it was installed from an archive. */
const librariesRoot = createRequire(import.meta.url)
  .resolve('sharp')
  .replace(/node_modules(?!.*node_modules).*/s, '')
/** The decoder's own code and its libraries. Data, settings and secrets are elsewhere. */
const decoderReadPaths = ['package.json', 'contract', 'server/media/decode', 'node_modules']

/** Missing on Windows and in some containers. */
const shell = '/bin/sh'

/** `readPaths` and `isNative`: for a program that needs less than a decoder. `maxSeconds`: CPU limit, in case the parent has died. */
export type SandboxedProgram = {
  program: string
  argument?: string
  maxFileKb: number
  readPaths?: string[]
  isNative?: boolean
  maxSeconds?: number
}

/** No other files, connections, programs or threads, a minimal environment, limited memory. See decode/drop-privileges.ts. */
export function buildCommand({
  program,
  argument = '',
  maxFileKb,
  readPaths = decoderReadPaths,
  isNative = true,
  maxSeconds,
}: SandboxedProgram) {
  const { LD_LIBRARY_PATH, SystemRoot } = process.env
  const node = [
    process.execPath,
    '--no-warnings',
    '--permission',
    ...(isNative ? ['--allow-addons'] : []),
    ...readPaths.map((path) => `--allow-fs-read=${join(rootOf(path), path)}`),
    '--max-old-space-size=512',
    program,
    argument,
  ]
  const [command = '', ...args] = existsSync(shell) ? withUlimits(node, { maxFileKb, maxSeconds }) : node
  return { command, args, env: { LD_LIBRARY_PATH, SystemRoot } }
}

const rootOf = (path: string) => (path.startsWith('node_modules') ? librariesRoot : project)

/** Reserved but unused memory does not count. Limits that the system does not know are skipped. */
function withUlimits(node: string[], { maxFileKb, maxSeconds }: Pick<SandboxedProgram, 'maxFileKb' | 'maxSeconds'>) {
  const maxMemoryKb = 2 * 1024 * 1024
  const options = ['-c 0', `-d ${maxMemoryKb}`, `-f ${maxFileKb * 2}`, ...(maxSeconds ? [`-t ${maxSeconds}`] : [])]
  const limits = options.map((limit) => `ulimit ${limit} 2>&-;`)
  return [shell, '-c', `${limits.join(' ')} exec "$@"`, 'sh', ...node]
}

/** Programs are limited by CPU time. On a busy machine, the elapsed time may be this many times longer. */
export const wallTimeFactor = 10

/** In bytes: more than any of these programs prints. */
const maxOutputLength = 64 * 1024

/** Signals that stop the machine or the service. Our own is SIGKILL. */
const stopSignals: unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Stopped together with the site, which says nothing about the file. */
export class SandboxStoppedError extends Error {}

/** One input file and the output files. */
type SandboxFiles = { input: FileHandle; outputs: FileHandle[] }

export type SandboxedProcess = ReturnType<typeof startSandboxed>

/** Starts a program, which waits for its task (`decode/read-task.ts`). It ends if this process ends before. */
export function startSandboxed(program: SandboxedProgram, { input, outputs }: SandboxFiles) {
  const { command, args, env } = buildCommand(program)
  const child = spawn(command, args, {
    env,
    stdio: [input.fd, 'pipe', 'pipe', 'pipe', ...outputs.map(({ fd }) => fd)],
  })
  const output = Promise.all([
    readOutput(child.stdout as Readable),
    readOutput(child.stderr as Readable),
    once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>,
  ])
  // Reported by `finishSandboxed`.
  output.catch(() => undefined)
  taskPipe(child).on('error', () => undefined)
  return { child, output }
}

const taskPipe = (child: ChildProcess) => child.stdio[3] as Writable

/** The program ends after `timeoutMs`, or when `abortSignal` aborts. */
type Finish = { task: object; timeoutMs: number; abortSignal?: AbortSignal | undefined }

/** Gives a started program its task, and waits for its end. */
export async function finishSandboxed({ child, output }: SandboxedProcess, { task, timeoutMs, abortSignal }: Finish) {
  const kill = () => void child.kill('SIGKILL')
  const timer = setTimeout(kill, timeoutMs)
  abortSignal?.addEventListener('abort', kill)
  if (abortSignal?.aborted) kill()
  taskPipe(child).end(JSON.stringify(task))
  try {
    const [stdout, stderr, [code, signal]] = await output
    if (abortSignal?.aborted && signal === 'SIGKILL') throw new DOMException('The program was ended.', 'AbortError')
    if (stopSignals.includes(signal))
      throw new SandboxStoppedError(`A program in the sandbox was stopped by ${signal}.`)
    return { stdout, stderr, code, signal }
  } finally {
    clearTimeout(timer)
    abortSignal?.removeEventListener('abort', kill)
  }
}

export const runSandboxed = (program: SandboxedProgram, files: SandboxFiles, finish: Finish) =>
  finishSandboxed(startSandboxed(program, files), finish)

async function readOutput(stream: Readable) {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    if (text.length < maxOutputLength) text += chunk
  }
  return text
}
