import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageDescriptor } from '@lingui/core'
import * as limits from '#contract/limits.ts'
import { storageFull, toApiError } from '#server/http/errors.ts'
import type { Decoded } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import type { IngestDeps } from '#server/media/ingest.ts'
import { SandboxStoppedError } from '#server/media/sandbox.ts'
import { pageRefusal } from './documents.ts'
import { runPdfReader } from './run-pdf-reader.ts'
import type { Part } from './spreads.ts'

export type RenderDeps = Pick<IngestDeps, 'limits' | 'log' | 'startDecoder'> & { stopping?: AbortSignal }

export type RenderInput = { from: string; timeoutMs: number; part: Part; into: string }
type RenderedPart = { decoded: Decoded; transcript: string }

/** The other pages of the PDF may still be fine. */
export type RefusedPage = { refusal: MessageDescriptor }

export async function renderPart(deps: RenderDeps, input: RenderInput): Promise<RenderedPart | RefusedPage> {
  const { log, limits } = deps
  const pixelsPath = join(input.into, 'pixels')
  const rendered = await renderPixels(deps, input, pixelsPath)
  if ('refusal' in rendered) return rendered
  const { transcript, ...pixels } = rendered
  const file = { from: pixelsPath, into: input.into, pixels, limits }
  const decoded = await decodeFile(file, log, deps.startDecoder).catch(logUnlessTransient(log))
  await rm(pixelsPath)
  return decoded ? { decoded, transcript } : { refusal: pageRefusal(input.part.page) }
}

/** Reads only the text of a part whose picture is already stored. */
export async function readPartText(
  deps: RenderDeps,
  input: RenderInput,
): Promise<{ transcript: string } | RefusedPage> {
  const pixelsPath = join(input.into, 'pixels')
  const rendered = await renderPixels(deps, input, pixelsPath)
  await rm(pixelsPath)
  return rendered
}

type RenderedPixels = { width: number; height: number; transcript: string }

async function renderPixels(
  { log, stopping }: RenderDeps,
  { from, timeoutMs, part }: RenderInput,
  pixelsPath: string,
): Promise<RenderedPixels | RefusedPage> {
  await using pixels = await open(pixelsPath, 'wx+')
  const result = await runPdfReader({
    from,
    task: { kind: 'render', ...part },
    timeoutMs,
    log,
    stopping,
    pixels,
  })
  if ('full' in result) throw storageFull()
  if (!('rendered' in result))
    return { refusal: pageRefusal(part.page, 'refused' in result ? result.refused : undefined) }
  const { text, ...size } = result.rendered
  return { ...size, transcript: transcriptOf(text) }
}

/** Errors of a rendered page are permanent, except for those of the system, such as the disk, and of a stopping site. */
const logUnlessTransient = (log: RenderDeps['log']) => (err: Error) => {
  if (err instanceof SandboxStoppedError || 'syscall' in err) throw err
  if (toApiError(err as Parameters<typeof toApiError>[0]).code === 'storage_full') throw err
  log.warn({ err }, 'could not store the rendered pages of a PDF')
  return undefined
}

/**
 * Makes PDFium's text look typed. PDFium marks a hyphen at the end of a line with a special character. A word that goes on
 * in lower case was parted there, while "Jean-Paul" keeps its hyphen.
 */
export function transcriptOf(text: string) {
  const cleaned = text
    .replaceAll('\u0002', '-\n')
    .replaceAll('\uFFFE', '-\n')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Co}|\p{Noncharacter_Code_Point}/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/(?<=\p{L}\p{M}*)[-\u2010]\n(?=\p{Ll})|\u00AD\n?/gu, '')
    .replace(/\n{3,}/g, '\n\n')
  return truncate(cleaned.trim())
}

/** Never splits a character. */
const truncate = (text: string) =>
  text
    .slice(0, limits.transcript)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
