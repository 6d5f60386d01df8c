import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { PdfTask } from './read-pdf/pdf-task.ts'
import { runPdfReader } from './run-pdf-reader.ts'

/** Reads PDFs as the site does, in a process each. */
export function testReader(folder: string) {
  async function read(pdf: Buffer, task: PdfTask, { ms = 15_000 } = {}) {
    const from = join(folder, 'sent.pdf')
    await writeFile(from, pdf)
    const warned: object[] = []
    const log = { warn: (details: object) => warned.push(details) }
    await using pixels = await open(join(folder, 'pixels'), 'w')
    const answer = await runPdfReader({ from, task, timeoutMs: ms, pixels, log })
    return { answer, warned, pixels: await readFile(join(folder, 'pixels')) }
  }

  const count = async (pdf: Buffer) => (await read(pdf, { kind: 'count', maxPages: 64 })).answer

  async function render(pdf: Buffer, page = 1, half: 'whole' | 'left' | 'right' = 'whole', limits = {}) {
    const { answer, pixels, warned } = await read(pdf, { kind: 'render', page, half }, limits)
    if (!('rendered' in answer)) return { answer, warned }
    const { width, height, text } = answer.rendered
    expect(pixels.length).toBe(width * height * 3)
    /** The colour at a position, as fractions of the size from the top left. */
    const colorAt = (x: number, y: number) => {
      const start = 3 * (Math.floor(y * height) * width + Math.floor(x * width))
      return [...pixels.subarray(start, start + 3)]
    }
    /** Whether a part of the picture, as fractions from the top left, is written on in a dark color. */
    const isWritten = (fromX: number, fromY: number, toX: number, toY: number) => {
      for (let y = Math.floor(fromY * height); y < toY * height; y++)
        for (let x = Math.floor(fromX * width); x < toX * width; x++) {
          const start = 3 * (y * width + x)
          if (Math.max(...pixels.subarray(start, start + 3)) < 64) return true
        }
      return false
    }
    return { answer, width, height, text, colorAt, isWritten, warned }
  }

  return { read, count, render }
}
