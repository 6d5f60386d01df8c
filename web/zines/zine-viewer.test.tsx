import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ZinePage } from '#contract/media.ts'
import { examplePage, exampleZine } from './example-zine.testing.ts'
import { ZineViewer } from './zine-viewer.tsx'

const broken = (kind: ZinePage['kind']) =>
  examplePage({ kind, url: kind === 'image' ? '/media/gone-1600.webp' : '/media/gone.mp4' })
const show = (pages: ZinePage[]) =>
  render(<ZineViewer zine={exampleZine()} pages={pages} index={0} onTurn={() => undefined} />)

test('an image that cannot be loaded says so', async () => {
  await show([broken('image')])
  await expect.element(page.getByText('Image unavailable')).toBeVisible()
  await expect.element(page.getByText('This image could not be loaded')).toBeVisible()
})

test('a video that cannot be loaded says so', async () => {
  await show([broken('video')])
  await expect.element(page.getByText('Content unavailable')).toBeVisible()
  await expect.element(page.getByText('This media could not be loaded')).toBeVisible()
})

test('a zine without pages says so', async () => {
  await show([])
  await expect.element(page.getByText('Content unavailable')).toBeVisible()
})

test('only the page that is open is shown, and the ones beside it are fetched', async () => {
  await show([1, 2, 3, 4, 5].map((number) => examplePage({ altText: `Sheet ${number}` })))
  await expect.element(page.getByRole('img')).toHaveAccessibleName('Sheet 1')
  const images = [...document.querySelectorAll('img')]
  expect(images.map(({ loading }) => loading)).toEqual(['lazy', 'eager', 'lazy', 'lazy', 'eager'])
})
