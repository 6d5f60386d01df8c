import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Zine } from '#contract/zines.ts'
import { isSeen } from '#web/site/seen.testing.ts'
import { show } from '#web/site/site.testing.tsx'
import { dot, exampleZine } from './example-zine.testing.ts'
import { ZineCard } from './zine-card.tsx'

async function open(zine: Zine, viewer: object | null = null) {
  await show([<p key="rack">the rack</p>, <ZineCard key="card" zine={zine} isFirst />], { viewer })
  await isSeen('the rack')
}

test('a zine without any media is not rendered', async () => {
  await open(exampleZine({ mediaUrls: [null, null] }))
  expect(page.getByRole('article').elements()).toHaveLength(0)
})

test('a null among the media is passed over', async () => {
  await open(exampleZine({ mediaUrls: [null, dot] }))
  await isSeen(page.getByRole('img', { name: 'Cover of Moths of the Kitchen Window' }))
})

test('a broken picture is replaced by text', async () => {
  await open(exampleZine({ mediaUrls: ['/media/gone-1600.webp'] }))
  await isSeen('Media unavailable')
})

test('a title in another script declares its language', async () => {
  await open(exampleZine({ title: 'حبر على ورق', mediaUrls: [dot] }))
  const heading = page.getByRole('heading', { level: 3 })
  await expect.element(heading).toHaveAttribute('dir', 'rtl')
  await expect.element(heading).toHaveAttribute('lang', 'ar')
})

const noted = (text: string, more: Partial<Zine> = {}) =>
  exampleZine({ mediaUrls: [dot], cover: null, contentNote: { text, coversPages: true }, ...more })
const picture = () => page.getByRole('img', { name: /^Cover of/ })

test('a covered zine shows its note and no picture, until its reader agrees, for this visit', async () => {
  const zine = noted('Needles')
  await open(zine)
  await isSeen(page.getByRole('note').getByText('Needles', { exact: true }))
  expect(document.querySelector('img[src^="data:image/gif"]')).toBeNull()
  await page.getByRole('button', { name: 'Show it' }).click()
  await isSeen(picture())
  expect(document.activeElement).toHaveAttribute('data-shows')
  await cleanup()
  await open(zine)
  await isSeen(picture())
  await cleanup()
  // A changed note asks again, and so does another zine.
  await open(noted('Needles and blood'))
  await isSeen(page.getByRole('note').getByText('Needles and blood', { exact: true }))
})

test('after declining, the card does not ask again and stays hidden', async () => {
  await open(noted('Spiders'))
  await page.getByRole('button', { name: 'Not now' }).click()
  await isSeen(page.getByRole('note').getByText('Spiders', { exact: true }))
  expect(page.getByRole('button', { name: 'Show it' }).elements()).toHaveLength(0)
  expect(picture().elements()).toHaveLength(0)
})

test('its creator and a member who always shows content are not asked', async () => {
  const zine = noted('Wasps')
  for (const viewer of [
    { id: zine.creatorId },
    { id: '01a1fc0a-7117-7285-b635-c994aaf5edeb', contentNotes: 'always' },
  ]) {
    await open(zine, viewer)
    await isSeen(picture())
    await cleanup()
  }
})
