import { execFile } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { patience, sandboxed } from '#server/media/sandbox.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import * as made from './pdf.testing.ts'
import type { PdfTask } from './read-pdf/pdf-task.ts'
import { readersReads, runPdfReader } from './run-pdf-reader.ts'

const project = join(import.meta.dirname, '../..')
const tooMuch = { refused: 'too much' }
const folder = ownFolder()

async function read(pdf: Buffer, task: PdfTask, { ms = 15_000 } = {}) {
  const from = join(folder, 'sent.pdf')
  await writeFile(from, pdf)
  const warned: object[] = []
  const log = { warn: (details: object) => warned.push(details) }
  await using pixels = await open(join(folder, 'pixels'), 'w')
  const answer = await runPdfReader({ from, task, ms, pixels, log })
  return { answer, warned, pixels: await readFile(join(folder, 'pixels')) }
}

const count = async (pdf: Buffer) => (await read(pdf, { kind: 'count', most: 64 })).answer

async function draw(pdf: Buffer, page = 1, half: 'whole' | 'left' | 'right' = 'whole', limits = {}) {
  const { answer, pixels, warned } = await read(pdf, { kind: 'draw', page, half }, limits)
  if (!('drawn' in answer)) return { answer, warned }
  const { width, height, text } = answer.drawn
  expect(pixels.length).toBe(width * height * 3)
  /** The colour at a position, as fractions of the size from the top left. */
  const at = (x: number, y: number) => {
    const start = 3 * (Math.floor(y * height) * width + Math.floor(x * width))
    return [...pixels.subarray(start, start + 3)]
  }
  return { answer, width, height, text, at, warned }
}

const red = [255, 0, 0]
const blue = [0, 0, 255]
const white = [255, 255, 255]

describe('a page', () => {
  test('is rendered on white, with its text', async () => {
    const content = made.filled('1 0 0', 0, 0, 210, 595) + made.words('Moth caf\\351')
    const page = await draw(made.pdfOf({ pages: [{ content }] }))
    expect([page.width, page.height]).toEqual([1750, 2479])
    expect([page.at?.(0.25, 0.2), page.at?.(0.75, 0.2)]).toEqual([red, white])
    expect(page.text?.trim()).toMatch(/^Moth caf/)
    expect(page.warned).toEqual([])
  })

  test('shows only the content of its crop box', async () => {
    const content = made.filled('1 0 0', 0, 0, 420, 595) + made.filled('0 0 1', 100, 100, 200, 300)
    const page = await draw(made.pdfOf({ pages: [{ more: '/CropBox[100 100 300 400]', content }] }))
    expect([page.width, page.height]).toEqual([1600, 2400])
    expect([page.at?.(0.01, 0.01), page.at?.(0.99, 0.99)]).toEqual([blue, blue])
  })

  test('shows its annotations, such as a note', async () => {
    const note = made.stream(
      made.filled('0 0 1', 0, 0, 100, 100),
      '/Type/XObject/Subtype/Form/BBox[0 0 100 100]',
    )
    const annotation = `<</Type/Annot/Subtype/Stamp/F 4/Rect[100 200 300 500]/AP<</N ${made.firstObject} 0 R>>>>`
    const page = await draw(made.pdfOf({ pages: [{ more: `/Annots[${annotation}]` }], objects: [note] }))
    expect(page.at?.(0.5, 0.4)).toEqual(blue)
  })

  test.each(['', '/Rotate 180'])('is split in the middle, including its text (%s)', async (more) => {
    const page = {
      box: [0, 0, 840, 595],
      content:
        made.filled('1 0 0', 20, 20, 400, 555) +
        made.filled('0 0 1', 420, 20, 400, 555) +
        `0 g ${made.words('Eight')}${made.words('One', { x: 460 })}`,
      more,
    }
    const pdf = made.pdfOf({ pages: [page] })
    const [left, right] = [await draw(pdf, 1, 'left'), await draw(pdf, 1, 'right')]
    const [eight, one] = more ? [right, left] : [left, right]
    expect([eight.width, eight.height, one.width]).toEqual([1750, 2479, 1750])
    expect([eight.at?.(0.5, 0.1), one.at?.(0.5, 0.1)]).toEqual([red, blue])
    expect([eight.text?.trim(), one.text?.trim()]).toEqual(['Eight', 'One'])
  })

  test('with a book of text gives no more than a page can have', async () => {
    const content = Array.from({ length: 300 }, (_, line) =>
      made.words('word '.repeat(100), { y: line * 2, size: 1 }),
    )
    const page = await draw(made.pdfOf({ pages: [{ content: content.join('') }] }))
    expect(page.text?.length).toBeGreaterThan(4_000)
    expect(page.text?.length).toBeLessThanOrEqual(12_000)
  })
})

describe('a PDF', () => {
  test('says how many pages it has, and how large they are', async () => {
    expect(await count(made.numbered(3))).toEqual({
      counted: { pageCount: 3, boxes: Array(3).fill({ width: 420, height: 595 }) },
    })
  })

  test('of very many pages is counted, and nothing else', async () => {
    expect(await count(made.numbered(1_000))).toEqual({ counted: { pageCount: 1_000, boxes: [] } })
  })

  test('that wants a password is locked', async () => {
    expect(await count(made.lockedPdf())).toEqual({ refused: 'locked' })
  })

  const whole = made.numbered(3)
  test.each([
    ['cut off', whole.subarray(0, whole.length / 2)],
    ['junk', Buffer.from(`%PDF-1.7\n${'junk '.repeat(3_000)}`)],
    ['empty', made.pdfOf({ pages: [] })],
  ])('that is %s is damaged', async (_how, pdf) => {
    expect(await count(pdf)).toEqual({ refused: 'damaged' })
  })

  test('of lists in lists, or branches in branches, ends', async () => {
    const nested = made.deepNested(100_000)
    expect([await count(nested), (await draw(nested)).text?.trim()]).toMatchObject([{ counted: {} }, 'Deep'])
    expect(await count(made.deepTree(20_000))).toMatchObject({ counted: { pageCount: 1 } })
  })
})

describe('a page that is too much', () => {
  test('for paper is rejected, and the next is rendered', async () => {
    const pdf = made.pdfOf({ pages: [{ box: [0, 0, 14_401, 100] }, { box: [0, 0, 14_400, 14_400] }] })
    expect((await draw(pdf)).answer).toEqual(tooMuch)
    expect(await draw(pdf, 2)).toMatchObject({ width: 2480, height: 2480 })
  })

  test.each([
    ['a form that draws itself', made.selfDrawing()],
    ['commands that unpack to gigabytes', made.bomb(1_000, 2)],
  ])('for memory is rejected, and the next is rendered: %s', async (_what, pdf) => {
    const { answer, warned } = await draw(pdf)
    expect([answer, warned.length]).toEqual([tooMuch, 1])
    expect((await draw(pdf, 2)).text?.trim()).toBe('After it')
  })

  test.each([
    ['circles on circles', made.circles(2_000)],
    ['a picture of billions of pixels', made.hugePicture(60_000)],
  ])('for its time is ended: %s', async (_what, pdf) => {
    const began = performance.now()
    const { answer, warned } = await draw(pdf, 1, 'whole', { ms: 1_000 })
    expect([answer, warned]).toMatchObject([tooMuch, [{ signal: 'SIGKILL' }]])
    // One second of CPU time, which a busy machine may stretch to ten.
    expect(performance.now() - began).toBeLessThan(patience * 1_000 + 5_000)
  })
})

test('a reader that waits for its slot has the full time to run', async () => {
  const from = join(folder, 'sent.pdf')
  await writeFile(from, made.numbered(1))
  const task = { kind: 'count', most: 1 } as const
  const program = join(import.meta.dirname, 'read-pdf', 'waiting-process.testing.ts')
  const log = { warn: () => undefined }
  expect(await runPdfReader({ from, task, ms: 800, log, program })).toEqual({ refused: 'locked' })
})

describe('a reader that a hostile file has taken over', () => {
  const unruly = join(project, 'server/media/decode/unruly-process.testing.ts')

  test.skipIf(process.platform === 'win32')('ends even if its parent process is gone', async () => {
    const { command, args, env } = sandboxed({
      ...{ program: unruly, argument: JSON.stringify({ sha256: 'stall' }), fileKb: 1, seconds: 1 },
      ...{ reads: [...readersReads, 'server/media/decode'], isNative: false },
    })
    await expect(promisify(execFile)(command, args, { env })).rejects.toMatchObject({ code: null })
  })

  test('says nothing that a reader would not say', async () => {
    await writeFile(join(folder, 'sent.pdf'), made.numbered(1))
    const warned: object[] = []
    const log = { warn: (details: object) => warned.push(details) }
    const task = { kind: 'count', most: 1 } as const
    const program = join(import.meta.dirname, 'read-pdf', 'lying-process.testing.ts')
    const answer = await runPdfReader({ from: join(folder, 'sent.pdf'), task, ms: 15_000, log, program })
    expect([answer, String((warned[0] as { err: Error }).err)]).toEqual([
      tooMuch,
      expect.stringMatching(/width/),
    ])
  })

  test('ends with the process that started it', async () => {
    const stopping = new AbortController()
    const from = join(folder, 'slow.pdf')
    await writeFile(from, made.circles(2_000))
    await using pixels = await open(join(folder, 'pixels'), 'w')
    const task = { kind: 'draw', page: 1, half: 'whole' } as const
    const log = { warn: () => undefined }
    const reading = runPdfReader({ from, task, ms: 60_000, log, pixels, stopping: stopping.signal })
    stopping.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
