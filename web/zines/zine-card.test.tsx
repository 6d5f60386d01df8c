import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Zine } from '#contract/zines.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { dot, exampleZine } from './example-zine.testing.ts'
import { ZineCard } from './zine-card.tsx'

async function show(zine: Zine, user: object | null = null) {
  const queries = createQueries()
  queries.setQueryData([viewerPath], { user })
  const Rack = () => (
    <>
      <p>the rack</p>
      <ZineCard zine={zine} isFirst />
    </>
  )
  const router = createMemoryRouter([{ path: '*', Component: Rack }])
  await render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('the rack')).toBeVisible()
}

test('a zine without any media is not rendered', async () => {
  await show(exampleZine({ mediaUrls: [null, null] }))
  expect(page.getByRole('article').elements()).toHaveLength(0)
})

test('a null among the media is passed over', async () => {
  await show(exampleZine({ mediaUrls: [null, dot] }))
  await expect.element(page.getByRole('img', { name: 'Cover of Moths of the Kitchen Window' })).toBeVisible()
})

test('a broken picture leaves words in its place', async () => {
  await show(exampleZine({ mediaUrls: ['/media/gone-1600.webp'] }))
  await expect.element(page.getByText('Media unavailable')).toBeVisible()
})

test('the link leads to the zine’s own address', async () => {
  const zine = exampleZine({ mediaUrls: [dot] })
  await show(zine)
  const link = page.getByRole('link', { name: zine.title })
  await expect.element(link).toHaveAttribute('href', `/zine/${zine.id}`)
})

test('a title in another script says so', async () => {
  await show(exampleZine({ title: 'حبر على ورق', mediaUrls: [dot] }))
  const heading = page.getByRole('heading', { level: 3 })
  await expect.element(heading).toHaveAttribute('dir', 'rtl')
  await expect.element(heading).toHaveAttribute('lang', 'ar')
})

const noted = (text: string, more: Partial<Zine> = {}) =>
  exampleZine({ mediaUrls: [dot], cover: null, contentNote: { text, coversPages: true }, ...more })
const picture = () => page.getByRole('img', { name: /^Cover of/ })

test('a covered zine shows its note and no picture, until its reader agrees, for this visit', async () => {
  const zine = noted('Needles')
  await show(zine)
  await expect.element(page.getByRole('note').getByText('Needles', { exact: true })).toBeVisible()
  expect(document.querySelector('img[src^="data:image/gif"]')).toBeNull()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect.element(picture()).toBeVisible()
  expect(document.activeElement).toHaveAttribute('data-shows')
  await cleanup()
  await show(zine)
  await expect.element(picture()).toBeVisible()
  await cleanup()
  // Other words are another question, and so is another zine.
  await show(noted('Needles and blood'))
  await expect.element(page.getByRole('note').getByText('Needles and blood', { exact: true })).toBeVisible()
})

test('who does not want to see it is not asked again by the card, which stays covered', async () => {
  await show(noted('Spiders'))
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByRole('note').getByText('Spiders', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Show it' }).elements()).toHaveLength(0)
  expect(picture().elements()).toHaveLength(0)
})

test('its maker and a member who always wants to see it are not asked', async () => {
  const zine = noted('Wasps')
  for (const viewer of [
    { id: zine.creatorId },
    { id: '01a1fc0a-7117-7285-b635-c994aaf5edeb', contentNotes: 'always' },
  ]) {
    await show(zine, viewer)
    await expect.element(picture()).toBeVisible()
    await cleanup()
  }
})
