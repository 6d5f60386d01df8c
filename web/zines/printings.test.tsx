import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenZine } from '#contract/zines.ts'
import { fakeServer, openSite } from '#web/site/site.testing.tsx'
import { dot, exampleOpenZine } from './example-zine.testing.ts'
import { ordinal, Printings } from './printings.tsx'

fakeServer({})

const first = { number: 1, note: null, printedAt: '2026-11-18T10:00:00Z', coverUrl: dot }
const second = {
  number: 2,
  note: 'Fixed the map on page 4',
  printedAt: '2027-05-03T23:30:00Z',
  coverUrl: null,
}

const open = (zine: Partial<OpenZine>) =>
  openSite({
    at: '/zine',
    routes: [{ path: '/zine', Component: () => <Printings zine={exampleOpenZine(zine)} /> }],
  })

test('a zine that was printed again says when and what changed, and keeps what it was', async () => {
  await open({ printing: 2, printings: [second, first] })
  await expect.element(page.getByText('Second printing, 3 May 2027')).toBeVisible()
  await expect.element(page.getByText('Fixed the map on page 4')).toBeVisible()
  const former = page.getByText('First printing, 18 November 2026')
  await expect.element(former).not.toBeVisible()
  await page.getByText('The first printing').click()
  await expect.element(former).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Cover of the first printing' })).toBeVisible()
})

test('words that were changed are no printing, and say nothing', async () => {
  await open({ printing: 1, printings: [], editedAt: '2027-05-03T10:00:00Z', version: 4 })
  await expect.element(page.getByText('at /zine')).toBeVisible()
  await expect.element(page.getByText(/printing|Edited/i)).not.toBeInTheDocument()
})

test('a printing is counted in words up to the tenth', () => {
  expect([1, 2, 10, 11, 12, 21, 22, 43, 50].map(ordinal).join(' ')).toBe(
    'first second tenth 11th 12th 21st 22nd 43rd 50th',
  )
})
