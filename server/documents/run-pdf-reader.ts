import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { patience, runSandboxed } from '#server/media/sandbox.ts'
import { type PdfAnswer, pdfAnswer } from './read-pdf/pdf-answer.ts'
import { bytesPerPixel, mostDrawn, type PdfTask } from './read-pdf/pdf-task.ts'

const readPdfMain = join(import.meta.dirname, 'read-pdf', 'read-pdf-main.ts')
/** It needs none of the decoders, and nothing native. */
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
  /** How long it may be at work, in milliseconds. Where much else is, that takes longer. */
  ms: number
  log: { warn(details: object, message: string): void }
  /** Ends it, because the process that started it ends. */
  stopping?: AbortSignal
  pixels?: FileHandle
  program?: string
}

/** One reader, from its start to its answer. If it ended in any other way, or says what none says, the file was too much. */
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
