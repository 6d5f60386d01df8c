import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { runSandboxed, wallTimeFactor } from '#server/media/sandbox.ts'
import { type PdfResult, pdfResultSchema } from './read-pdf/pdf-result.ts'
import { bytesPerPixel, type PdfTask, renderSides } from './read-pdf/pdf-task.ts'

const readPdfMain = join(import.meta.dirname, 'read-pdf', 'read-pdf-main.ts')
/** A reader needs no decoder and no native code. */
export const readerFiles = [
  'package.json',
  'server/documents/read-pdf',
  'server/media/decode/drop-privileges.ts',
  'server/media/decode/read-task.ts',
  'node_modules/@hyzyla/pdfium',
]
const fileKb = (renderSides.short * renderSides.long * bytesPerPixel) / 1024

export type PdfReading = {
  from: string
  task: PdfTask
  /** CPU time limit in milliseconds. The elapsed time may be longer on a busy machine. */
  timeoutMs: number
  log: { warn(details: object, message: string): void }
  stopping?: AbortSignal
  pixels?: FileHandle
  program?: string
}

/** Runs one reader. If it ends in another way or gives an invalid answer, the file was too much. */
export async function runPdfReader(reading: PdfReading): Promise<PdfResult> {
  const { from, task, timeoutMs, log, stopping, pixels, program = readPdfMain } = reading
  await using input = await open(from)
  const { code, signal, stdout, stderr } = await runSandboxed(
    {
      program,
      maxFileKb: fileKb,
      maxSeconds: Math.ceil(timeoutMs / 1000),
      readPaths: readerFiles,
      isNative: false,
    },
    { input, outputs: pixels ? [pixels] : [] },
    { task, timeoutMs: wallTimeFactor * timeoutMs, abortSignal: stopping },
  )
  if (stderr || code !== 0)
    log.warn({ code, signal, stderr: stderr.slice(0, 2_000), task }, 'a PDF exceeded the limits')
  return code === 0 ? parseResult(stdout, log) : { refused: 'too much' }
}

function parseResult(output: string, log: PdfReading['log']): PdfResult {
  try {
    return pdfResultSchema.parse(JSON.parse(output))
  } catch (err) {
    log.warn({ err }, 'a PDF reader sent an invalid message')
    return { refused: 'too much' }
  }
}
