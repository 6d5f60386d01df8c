import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Draft } from '#contract/drafts.ts'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberServer, openSite } from '#web/site/site.testing.tsx'
import { Page } from './print-draft-page.tsx'
import { blankContent } from './table/content.ts'
import { examplePages } from './table/example-pages.testing.ts'

const id = '0199a0b2-0000-7000-8000-0000000000d1'
const path = `GET /api/drafts/${id}`

const draftOf = (pages: Draft['content']['pages'], title = 'Eleven Moths') => ({
  draft: {
    id,
    zineId: id,
    projectId: null,
    version: 1,
    publishAt: null,
    refusal: null,
    content: { ...blankContent, title, pages, placed: {} },
    createdAt: '2026-11-01T20:00:00Z',
    updatedAt: '2026-11-20T20:00:00Z',
  },
})

const server = memberServer({})
const open = () => openSite({ at: `/draft/${id}/print`, routes: [{ path: '/draft/:id/print', Component: Page }] })

async function jpeg() {
  const canvas = new OffscreenCanvas(30, 40)
  canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

test('a maker prints a draft from their own pictures', async () => {
  const pages = examplePages(8)
  server.responses[path] = draftOf(pages)
  const requested = pages.map(({ url }) => `/api/media/${/[0-9a-f]{32}/.exec(url)?.[0]}/print.jpg`)
  for (const picture of requested) server.responses[`GET ${picture}`] = new Response(await jpeg())
  await open()
  await expectVisible('Eleven Moths')
  await expectVisible(page.getByRole('img', { name: 'Sheet 1: 8, 1, 2, 3; upside down: 7, 6, 5, 4' }))
  expect(page.getByText('the CBZ').query()).toBeNull()
  await page.getByRole('button', { name: /^(Make|Prepare) the PDF$/ }).click()
  await expectVisible(page.getByRole('link', { name: 'Save the PDF' }))
})

test('a draft without pages has nothing to print', async () => {
  server.responses[path] = draftOf([])
  await open()
  await expectVisible('This draft has no pages yet.')
})

test('the draft of another member is not found', async () => {
  server.responses[path] = errorResponse('not_found', 'This draft does not exist.')
  await open()
  await expectVisible(/^You have no draft at this address/)
  expect(page.getByRole('button', { name: /the PDF$/ }).query()).toBeNull()
})
