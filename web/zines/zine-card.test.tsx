import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Viewer } from '#contract/accounts.ts'
import type { Zine } from '#contract/zines.ts'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { dot, exampleZine } from './example-zine.testing.ts'
import { ZineCard } from './zine-card.tsx'

async function renderCard(zine: Zine, viewer: Partial<Viewer> | null = null) {
  await renderInSite([<p key="rack">the rack</p>, <ZineCard key="card" zine={zine} isFirst />], { viewer })
  await expectVisible('the rack')
}

test('a zine without any media is not rendered', async () => {
  await renderCard(exampleZine({ mediaUrls: [null, null] }))
  expect(page.getByRole('article').elements()).toHaveLength(0)
})

test('a null among the media is passed over', async () => {
  await renderCard(exampleZine({ mediaUrls: [null, dot] }))
  await expectVisible(page.getByRole('img', { name: 'Cover of Moths of the Kitchen Window' }))
})

test('a broken picture is replaced by text', async () => {
  await renderCard(exampleZine({ mediaUrls: ['/media/gone-1600.webp'] }))
  await expectVisible('Media unavailable')
})

test('a title in another script declares its language', async () => {
  await renderCard(exampleZine({ title: 'حبر على ورق', mediaUrls: [dot] }))
  const heading = page.getByRole('heading', { level: 3 })
  await expect.element(heading).toHaveAttribute('dir', 'rtl')
  await expect.element(heading).toHaveAttribute('lang', 'ar')
})

const zineWithNote = (text: string, overrides: Partial<Zine> = {}) =>
  exampleZine({ mediaUrls: [dot], cover: null, contentNote: { text, coversPages: true }, ...overrides })
const picture = () => page.getByRole('img', { name: /^Cover of/ })

test('a covered zine shows its note and no picture, until its reader agrees, for this visit', async () => {
  const zine = zineWithNote('Needles')
  await renderCard(zine)
  await expectVisible(page.getByRole('note').getByText('Needles', { exact: true }))
  expect(document.querySelector('img[src^="data:image/gif"]')).toBeNull()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expectVisible(picture())
  expect(document.activeElement).toHaveAttribute('data-shows')
  await cleanup()
  await renderCard(zine)
  await expectVisible(picture())
  await cleanup()
  // A changed note asks again, and so does another zine.
  await renderCard(zineWithNote('Needles and blood'))
  await expectVisible(page.getByRole('note').getByText('Needles and blood', { exact: true }))
})

test('after declining, the card does not ask again and stays hidden', async () => {
  await renderCard(zineWithNote('Spiders'))
  await page.getByRole('button', { name: 'Not now' }).click()
  await expectVisible(page.getByRole('note').getByText('Spiders', { exact: true }))
  expect(page.getByRole('button', { name: 'Show it' }).elements()).toHaveLength(0)
  expect(picture().elements()).toHaveLength(0)
})

test('the creator and members who always show content see no warning', async () => {
  const zine = zineWithNote('Wasps')
  for (const viewer of [
    { id: zine.creatorId },
    { id: '01a1fc0a-7117-7285-b635-c994aaf5edeb', contentNotes: 'always' as const },
  ]) {
    await renderCard(zine, viewer)
    await expectVisible(picture())
    await cleanup()
  }
})
