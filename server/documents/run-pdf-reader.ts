import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { patience, runSandboxed } from '#server/media/sandbox.ts'
import { type PdfAnswer, pdfAnswer } from './read-pdf/pdf-answer.ts'
import { bytesPerPixel, mostDrawn, type PdfTask } from './read-pdf/pdf-task.ts'

const readPdfMain = join(import.meta.dirname, 'read-pdf', 'read-pdf-main.ts')
/** A reader needs no decoder and no native code. */
export const readersReads = [
  'package.json',
  'server/documents/read-pdf',
  'server/media/decode/drop-privileges.ts',
  'node_modules/@hyzyla/pdfium',
]
const fileKb = (mostDrawn.width * mostDrawn.height * bytesPerPixel) / 1024

export type PdfReading = {
  from: string
  task: PdfTask
  /** CPU time limit in milliseconds. The elapsed time may be longer on a busy machine. */
  ms: number
  log: { warn(details: object, message: string): void }
  stopping?: AbortSignal
  pixels?: FileHandle
  program?: string
}

/** Runs one reader. If it ends in another way or gives an invalid answer, the file was too much. */
export async function runPdfReader(reading: PdfReading): Promise<PdfAnswer> {
  const { from, task, ms, log, stopping, pixels, program = readPdfMain } = reading
  await using sent = await open(from)
  const { code, signal, stdout, stderr } = await runSandboxed(
    {
      ...{ program, argument: JSON.stringify(task), fileKb, seconds: Math.ceil(ms / 1000) },
      ...{ reads: readersReads, isNative: false },
    },
    { handles: { sent, written: pixels ? [pixels] : [] }, ms: patience * ms, stopping },
  )
  if (stderr || code !== 0)
    log.warn({ code, signal, stderr: stderr.slice(0, 2_000), task }, 'a PDF exceeded the limits')
  return code === 0 ? understood(stdout, log) : { refused: 'too much' }
}

function understood(said: string, log: PdfReading['log']): PdfAnswer {
  try {
    return pdfAnswer.parse(JSON.parse(said))
  } catch (err) {
    log.warn({ err }, 'a PDF reader sent an invalid message')
    return { refused: 'too much' }
  }
}
