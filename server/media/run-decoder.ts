import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Task } from './decode/decode-task.ts'
import { type Outcome, outcomeOfDecoder } from './decode/outcome.ts'
import { tooMuchToRead } from './decode/refused-file.ts'
import { patience, runSandboxed } from './run-sandboxed.ts'

const decodeMain = join(import.meta.dirname, 'decode', 'decode-main.ts')

type Run = {
  task: Task
  handles: { sent: FileHandle; written: FileHandle[] }
  /** The largest file that may be sent. */
  mb: number
  log: { warn(details: object, message: string): void }
  /** Another program in its place, for tests. */
  program?: string
}

/**
 * One decoder, from its start to its answer. If a signal ended it (ours, its own for want of time or memory, or a crash)
 * the file was too much; its own errors are ours.
 */
export async function runDecoder(run: Run): Promise<Outcome> {
  const { task, handles, mb, log, program = decodeMain } = run
  const { code, signal, stdout, stderr } = await runSandboxed(
    {
      ...{ program, argument: JSON.stringify(task), fileKb: longestFile(mb) },
      seconds: Math.ceil(task.ms / 1000) + graceSeconds,
    },
    { handles, ms: patience * task.ms },
  )
  if (code === 0) return outcomeOfDecoder.parse(JSON.parse(stdout))
  if (!signal) throw new Error(`A decoder ended with ${code}: ${stderr}`)
  log.warn({ signal, stderr }, 'a file could not be decoded within its limits')
  return { refused: tooMuchToRead }
}

/** The decoder ends itself when its processor time is over; this is how much later the system ends one that cannot. */
const graceSeconds = 1

/** What is kept of a file may be larger than the file, most of all a moving picture of few colours. */
const longestFile = (mb: number) => (mb * 2 + 256) * 1024
