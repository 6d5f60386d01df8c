import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ZinePage } from '#contract/media.ts'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { examplePage, exampleZine } from './example-zine.testing.ts'
import { ZineViewer } from './zine-viewer.tsx'

const renderViewer = (pages: ZinePage[]) =>
  render(<ZineViewer zine={exampleZine()} pages={pages} index={0} onTurn={() => undefined} />)

test('a zine without pages says so', async () => {
  await renderViewer([])
  await expectVisible('Content unavailable')
})

test('only the page that is open is shown, and the ones beside it are fetched', async () => {
  await renderViewer([1, 2, 3, 4, 5].map((number) => examplePage({ altText: `Sheet ${number}` })))
  await expect.element(page.getByRole('img')).toHaveAccessibleName('Sheet 1')
  const images = [...document.querySelectorAll('img')]
  expect(images.map(({ loading }) => loading)).toEqual(['lazy', 'eager', 'lazy', 'lazy', 'eager'])
})
