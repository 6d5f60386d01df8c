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

/** Undefined for a page that is too much. What goes wrong with it says nothing of the others. */
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

/** The part again, whose picture is kept already: only what is written on it. */
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

/** Whatever is wrong with what was drawn, it is wrong again the next time; only room, or a running site, may be there then. */
const asTooMuch = (log: DrawingDeps['log']) => (err: Error) => {
  if (err instanceof Stopped || asRefusal(err as Parameters<typeof asRefusal>[0]).code === 'storage_full')
    throw err
  log.warn({ err }, 'could not store the rendered pages of a PDF')
  return undefined
}

/** What PDFium reads, as a person could have typed it. It marks a hyphen at the end of a line with a character of its own. */
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

/** Not in the middle of a character. */
const cut = (text: string) =>
  text
    .slice(0, limits.transcript)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
