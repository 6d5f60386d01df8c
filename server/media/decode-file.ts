import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { refuse } from '#server/http/errors.ts'
import type { Decoded, Outcome, Task } from './decode/decode-task.ts'

const decodeMain = join(import.meta.dirname, 'decode', 'decode-main.ts')
/** The child ends itself in time; this is for one that cannot. */
const grace = 5_000

type Log = { warn(details: object, message: string): void }

/**
 * Decodes a file in a child process and leaves what is to be kept of it in the folder `into`. A child that a signal
 * ended (ours, its own for want of time or memory, or a crash) means the file was too much; its own errors are ours.
 */
export async function decodeFile(task: Task, log: Log): Promise<Decoded> {
  const outcome = await runChild(task, log)
  if ('full' in outcome) throw storageFull()
  if ('refused' in outcome) throw refuse('media_refused', outcome.refused)
  return outcome.decoded
}

export const storageFull = () =>
  refuse('storage_full', 'There is no room left for files. Please try again later.')

function runChild(task: Task, log: Log) {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env
  const options = {
    timeout: task.limits.videoMs + grace,
    killSignal: 'SIGKILL',
    env: { PATH, LD_LIBRARY_PATH, SystemRoot },
  } as const
  const args = ['--max-old-space-size=512', decodeMain, JSON.stringify(task)]
  return new Promise<Outcome>((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout) as Outcome)
      const { signal, killed } = error
      if (!signal) return reject(new Error(stderr, { cause: error }))
      log.warn({ signal, killed, stderr }, 'a file could not be decoded within its limits')
      resolve({ refused: 'This file is too much for us to read. Make it smaller or shorter and try again.' })
    })
  })
}
