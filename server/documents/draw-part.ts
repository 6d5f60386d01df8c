import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as limits from '#contract/limits.ts'
import { asRefusal, storageFull } from '#server/http/errors.ts'
import type { Decoded } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import type { IngestDeps } from '#server/media/ingest.ts'
import { Stopped } from '#server/media/sandbox.ts'
import { runPdfReader } from './run-pdf-reader.ts'
import type { Part } from './spreads.ts'

export type DrawingDeps = Pick<IngestDeps, 'limits' | 'log'> & { stopping?: AbortSignal }

export type ToDraw = { from: string; ms: number; part: Part; into: string }
type Drawn = { decoded: Decoded; transcript: string }

/** Undefined for a page that exceeds the limits. The other pages may still be fine. */
export async function drawPart(deps: DrawingDeps, toDraw: ToDraw): Promise<Drawn | undefined> {
  const { log, limits } = deps
  const path = join(toDraw.into, 'pixels')
  const drawn = await drawPixels(deps, toDraw, path)
  if (!drawn) return undefined
  const { transcript, ...pixels } = drawn
  const decoded = await decodeFile({ from: path, into: toDraw.into, pixels, limits }, log).catch(
    asTooMuch(log),
  )
  await rm(path)
  return decoded && { decoded, transcript }
}

/** Reads only the text of a part whose picture is already stored. */
export async function readPart(deps: DrawingDeps, toDraw: ToDraw) {
  const path = join(toDraw.into, 'pixels')
  const drawn = await drawPixels(deps, toDraw, path)
  await rm(path)
  return drawn?.transcript
}

async function drawPixels({ log, stopping }: DrawingDeps, { from, ms, part }: ToDraw, path: string) {
  await using pixels = await open(path, 'wx+')
  const answer = await runPdfReader({ from, task: { kind: 'draw', ...part }, ms, log, stopping, pixels })
  if ('full' in answer) throw storageFull()
  if (!('drawn' in answer)) return undefined
  const { text, ...size } = answer.drawn
  return { ...size, transcript: transcriptOf(text) }
}

/** Errors of a rendered page are permanent, except for a full disk and a stopping site. */
const asTooMuch = (log: DrawingDeps['log']) => (err: Error) => {
  if (err instanceof Stopped || asRefusal(err as Parameters<typeof asRefusal>[0]).code === 'storage_full')
    throw err
  log.warn({ err }, 'could not store the rendered pages of a PDF')
  return undefined
}

/** Makes PDFium's text look typed. PDFium marks a hyphen at the end of a line with a special character. */
export function transcriptOf(text: string) {
  const typed = text
    .replaceAll('\u0002', '-\n')
    .replaceAll('\uFFFE', '-\n')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Co}|\p{Noncharacter_Code_Point}/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return cut(typed.trim())
}

/** Never splits a character. */
const cut = (text: string) =>
  text
    .slice(0, limits.transcript)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
