import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Task } from './decode/decode-task.ts'
import { type Outcome, outcomeOfDecoder } from './decode/outcome.ts'
import { sandboxed } from './sandbox.ts'

const decodeMain = join(import.meta.dirname, 'decode', 'decode-main.ts')
/** More than any decoder has to say, of what it says. */
const mostSaid = 64 * 1024

type Run = {
  task: Task
  handles: { sent: FileHandle; written: FileHandle[] }
  /** The largest file that may be sent. */
  mb: number
  log: { warn(details: object, message: string): void }
  /** The decoder ends itself in time; this is how much later one is ended that cannot. */
  grace?: number
  /** Another program in its place, for tests. */
  program?: string
}

/**
 * One decoder, from its start to its answer. If a signal ended it (ours, its own for want of time or memory, or a crash)
 * the file was too much; its own errors are ours.
 */
export async function runDecoder(run: Run): Promise<Outcome> {
  const { task, handles, mb, log, grace = 5_000, program = decodeMain } = run
  const { command, args, env } = sandboxed({
    ...{ program, argument: JSON.stringify(task), fileKb: longestFile(mb) },
  })
  const child = spawn(command, args, {
    ...{ env, timeout: task.ms + grace, killSignal: 'SIGKILL' },
    stdio: [handles.sent.fd, 'pipe', 'pipe', ...handles.written.map(({ fd }) => fd)],
  })
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  const [stdout, stderr, [code, signal]] = await Promise.all([
    said(child.stdout as Readable),
    said(child.stderr as Readable),
    ended,
  ])
  if (code === 0) return outcomeOfDecoder.parse(JSON.parse(stdout))
  if (!signal) throw new Error(`A decoder ended with ${code}: ${stderr}`)
  log.warn({ signal, stderr }, 'a file could not be decoded within its limits')
  return { refused: 'This file is too much for us to read. Make it smaller or shorter and try again.' }
}

/** What is kept of a file may be larger than the file, most of all a moving picture of few colours. */
const longestFile = (mb: number) => (mb * 2 + 256) * 1024

async function said(stream: Readable) {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) {
    if (text.length < mostSaid) text += part
  }
  return text
}
