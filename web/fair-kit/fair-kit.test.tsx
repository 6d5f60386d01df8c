import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '#web/styles.css'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, member, memberId, renderInSite } from '#web/site/site.testing.tsx'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { FairKitButton } from './fair-kit-button.tsx'

const path = `/api/users/${memberId}/zines`
const server = fakeServer({})
const zines = (count: number) => Array.from({ length: count }, (_, n) => exampleZine({ title: `Moths ${n + 1}` }))

const openKit = async () => {
  const user = { id: memberId, username: 'dustymoths' } as Parameters<typeof FairKitButton>[0]['user']
  await renderInSite(<FairKitButton user={user} />, { viewer: member })
  await button('Fair kit').click()
}

/** The PDF behind the link that saves it. */
async function readPdf() {
  const link = page.getByRole('link', { name: 'Save the PDF' })
  await expectVisible(link)
  const { href, download } = link.element() as HTMLAnchorElement
  return { download, pdf: await PDFDocument.load(await readFile(href)) }
}

/** `fetch` asks the fake server. */
function readFile(address: string) {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
  const request = new XMLHttpRequest()
  request.responseType = 'arraybuffer'
  request.onload = () => resolve(request.response)
  request.open('GET', address)
  request.send()
  return promise
}

test('a sheet with the sign and ten cards on each further sheet, also of the next part of the list', async () => {
  server.responses[path] = { zines: zines(8), nextCursor: 'more' }
  server.responses[`${path}?cursor=more`] = { zines: zines(3), nextCursor: null }
  await openKit()
  await page.getByText('Letter').click()
  await button('Prepare the PDF').click()
  const { pdf, download } = await readPdf()
  expect(download).toBe('dustymoths - fair kit.pdf')
  const [width, height] = [215.9, 279.4].map((millimetres) => (millimetres * 72) / 25.4) as [number, number]
  const sizes = pdf.getPages().map((sheet) => sheet.getSize())
  expect(sizes).toHaveLength(3)
  for (const size of sizes) {
    expect(size.width).toBeCloseTo(width)
    expect(size.height).toBeCloseTo(height)
  }
  expect(pdf.getAuthor()).toBe('dustymoths')
})

test('a list that cannot be read is explained, and can be tried again', async () => {
  server.responses[path] = errorResponse('unavailable', 'The site is busy.')
  await openKit()
  await button('Prepare the PDF').click()
  await expectVisible('The site is busy.')
  server.responses[path] = { zines: zines(1), nextCursor: null }
  await button('Prepare the PDF').click()
  await expectGone('The site is busy.')
  expect((await readPdf()).pdf.getPageCount()).toBe(2)
})
