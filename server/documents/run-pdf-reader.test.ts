import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runSandboxed, wallTimeFactor } from '#server/media/sandbox.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import * as testPdfs from './pdf.testing.ts'
import { testReader } from './pdf-reader.testing.ts'
import { readerFiles, runPdfReader } from './run-pdf-reader.ts'

const project = join(import.meta.dirname, '../..')
const tooComplex = { refused: 'too much' }
const folder = createTestFolder()

const { count, render } = testReader(folder)

const red = [255, 0, 0]
const blue = [0, 0, 255]
const white = [255, 255, 255]

describe('a page', () => {
  test('is rendered on white, with its text', async () => {
    const content = testPdfs.filledRectangle('1 0 0', 0, 0, 210, 595) + testPdfs.textOperators('Moth caf\\351')
    const page = await render(testPdfs.pdfOf({ pages: [{ content }] }))
    expect([page.width, page.height]).toEqual([1750, 2479])
    expect([page.colorAt?.(0.25, 0.2), page.colorAt?.(0.75, 0.2)]).toEqual([red, white])
    expect(page.text?.trim()).toMatch(/^Moth caf/)
    expect(page.warned).toEqual([])
  })

  test('shows only the content of its crop box', async () => {
    const content =
      testPdfs.filledRectangle('1 0 0', 0, 0, 420, 595) + testPdfs.filledRectangle('0 0 1', 100, 100, 200, 300)
    const page = await render(testPdfs.pdfOf({ pages: [{ extraEntries: '/CropBox[100 100 300 400]', content }] }))
    expect([page.width, page.height]).toEqual([1600, 2400])
    expect([page.colorAt?.(0.01, 0.01), page.colorAt?.(0.99, 0.99)]).toEqual([blue, blue])
  })

  test('shows its annotations, such as a note', async () => {
    const note = testPdfs.stream(
      testPdfs.filledRectangle('0 0 1', 0, 0, 100, 100),
      '/Type/XObject/Subtype/Form/BBox[0 0 100 100]',
    )
    const annotation = `<</Type/Annot/Subtype/Stamp/F 4/Rect[100 200 300 500]/AP<</N ${testPdfs.firstObject} 0 R>>>>`
    const page = await render(testPdfs.pdfOf({ pages: [{ extraEntries: `/Annots[${annotation}]` }], objects: [note] }))
    expect(page.colorAt?.(0.5, 0.4)).toEqual(blue)
  })

  test.each(['', '/Rotate 180'])('is split in the middle, including its text (%s)', async (pageEntries) => {
    const page = {
      box: [0, 0, 840, 595],
      content:
        testPdfs.filledRectangle('1 0 0', 20, 20, 400, 555) +
        testPdfs.filledRectangle('0 0 1', 420, 20, 400, 555) +
        `0 g ${testPdfs.textOperators('Eight')}${testPdfs.textOperators('One', { x: 460 })}`,
      extraEntries: pageEntries,
    }
    const pdf = testPdfs.pdfOf({ pages: [page] })
    const [left, right] = [await render(pdf, 1, 'left'), await render(pdf, 1, 'right')]
    const [eight, one] = pageEntries ? [right, left] : [left, right]
    expect([eight.width, eight.height, one.width]).toEqual([1750, 2479, 1750])
    expect([eight.colorAt?.(0.5, 0.1), one.colorAt?.(0.5, 0.1)]).toEqual([red, blue])
    expect([eight.text?.trim(), one.text?.trim()]).toEqual(['Eight', 'One'])
  })

  test('with the text of a book is cut to the limit of a page', async () => {
    const content = Array.from({ length: 300 }, (_, line) =>
      testPdfs.textOperators('word '.repeat(100), { y: line * 2, size: 1 }),
    )
    const page = await render(testPdfs.pdfOf({ pages: [{ content: content.join('') }] }))
    expect(page.text?.length).toBeGreaterThan(4_000)
    expect(page.text?.length).toBeLessThanOrEqual(12_000)
  })
})

describe('a PDF', () => {
  test('says how many pages it has, and how large they are', async () => {
    expect(await count(testPdfs.numberedPages(3))).toEqual({
      counted: { pageCount: 3, boxes: Array(3).fill({ width: 420, height: 595 }) },
    })
  })

  test('of very many pages is counted, and nothing else', async () => {
    expect(await count(testPdfs.numberedPages(1_000))).toEqual({ counted: { pageCount: 1_000, boxes: [] } })
  })

  test('that wants a password is locked', async () => {
    expect(await count(testPdfs.lockedPdf())).toEqual({ refused: 'locked' })
  })

  const completePdf = testPdfs.numberedPages(3)
  test.each([
    ['cut off', completePdf.subarray(0, completePdf.length / 2)],
    ['junk', Buffer.from(`%PDF-1.7\n${'junk '.repeat(3_000)}`)],
    ['empty', testPdfs.pdfOf({ pages: [] })],
  ])('that is %s is damaged', async (_title, pdf) => {
    expect(await count(pdf)).toEqual({ refused: 'damaged' })
  })

  test('of lists in lists, or branches in branches, ends', async () => {
    const nested = testPdfs.deepNested(100_000)
    expect([await count(nested), (await render(nested)).text?.trim()]).toMatchObject([{ counted: {} }, 'Deep'])
    expect(await count(testPdfs.deepTree(20_000))).toMatchObject({ counted: { pageCount: 1 } })
  })
})

describe('a page that is too much', () => {
  test('for paper is rejected, and the next is rendered', async () => {
    const pdf = testPdfs.pdfOf({ pages: [{ box: [0, 0, 14_401, 100] }, { box: [0, 0, 14_400, 14_400] }] })
    expect((await render(pdf)).answer).toEqual(tooComplex)
    expect(await render(pdf, 2)).toMatchObject({ width: 2480, height: 2480 })
  })

  test.each([
    ['a form that draws itself', testPdfs.selfDrawing()],
    ['commands that unpack to gigabytes', testPdfs.bomb(1_000, 2)],
  ])('for memory is rejected, and the next is rendered: %s', async (_title, pdf) => {
    const { answer, warned } = await render(pdf)
    expect([answer, warned.length]).toEqual([tooComplex, 1])
    expect((await render(pdf, 2)).text?.trim()).toBe('After it')
  })

  test.each([
    ['circles on circles', testPdfs.circles(2_000)],
    ['a picture of billions of pixels', testPdfs.hugePicture(60_000)],
  ])('for its time is ended: %s', async (_title, pdf) => {
    const startedAt = performance.now()
    const { answer, warned } = await render(pdf, 1, 'whole', { ms: 1_000 })
    expect([answer, warned]).toMatchObject([tooComplex, [{ signal: 'SIGKILL' }]])
    // One second of CPU time, which a busy machine may stretch to ten.
    expect(performance.now() - startedAt).toBeLessThan(wallTimeFactor * 1_000 + 5_000)
  })
})

test('a reader that waits for its slot has the full time to run', async () => {
  const from = join(folder, 'sent.pdf')
  await writeFile(from, testPdfs.numberedPages(1))
  const task = { kind: 'count', maxPages: 1 } as const
  const program = join(import.meta.dirname, 'read-pdf', 'waiting-process.testing.ts')
  const log = { warn: () => undefined }
  expect(await runPdfReader({ from, task, timeoutMs: 800, log, program })).toEqual({ refused: 'locked' })
})

describe('a reader that a hostile file has taken over', () => {
  const unrulyProcess = join(project, 'server/media/decode/misbehaving-process.testing.ts')

  test.skipIf(process.platform === 'win32')('ends even if nothing ends it', async () => {
    await using input = await open(await pdfOf(1))
    const { code } = await runSandboxed(
      {
        program: unrulyProcess,
        maxFileKb: 1,
        maxSeconds: 1,
        readPaths: [...readerFiles, 'server/media/decode'],
        isNative: false,
      },
      { input, outputs: [] },
      { task: { sha256: 'stall' }, timeoutMs: 600_000 },
    )
    expect(code).toBeNull()
  })

  async function pdfOf(pages: number) {
    const path = join(folder, 'sent.pdf')
    await writeFile(path, testPdfs.numberedPages(pages))
    return path
  }

  test('says nothing that a reader would not say', async () => {
    const warned: object[] = []
    const log = { warn: (details: object) => warned.push(details) }
    const task = { kind: 'count', maxPages: 1 } as const
    const program = join(import.meta.dirname, 'read-pdf', 'compromised-process.testing.ts')
    const answer = await runPdfReader({
      from: await pdfOf(1),
      task,
      timeoutMs: 15_000,
      log,
      program,
    })
    expect([answer, String((warned[0] as { err: Error }).err)]).toEqual([tooComplex, expect.stringMatching(/width/)])
  })

  test('ends with the process that started it', async () => {
    const stopping = new AbortController()
    const from = join(folder, 'slow.pdf')
    await writeFile(from, testPdfs.circles(2_000))
    await using pixels = await open(join(folder, 'pixels'), 'w')
    const task = { kind: 'render', page: 1, half: 'whole' } as const
    const log = { warn: () => undefined }
    const reading = runPdfReader({ from, task, timeoutMs: 60_000, log, pixels, stopping: stopping.signal })
    stopping.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
