import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Sandboxed, sandboxed } from './sandbox.ts'

/**
 * Time is limited by what a program takes of the processor. Where much else is going on, so much work may take this many times
 * as long by the clock.
 */
export const patience = 10

/** More than any of these programs has to say, of what it says. */
const mostSaid = 64 * 1024

/**
 * The files that it has, as it is given them: one to read and those to write. Ended when its time is over, or when it is
 * not waited for any more.
 */
type Given = { handles: { sent: FileHandle; written: FileHandle[] }; ms: number; stopping?: AbortSignal }

/** What ends everything that runs here when the machine or the service stops. Ours is SIGKILL. */
const stops: unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** It was stopped together with the site, which says nothing of its file. */
export class Stopped extends Error {}

/** A program in the sandbox, from its start to its end. */
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
