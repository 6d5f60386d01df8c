import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ZinePage } from '#contract/media.ts'
import { button, expectVisible } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { examplePage, exampleZine } from './example-zine.testing.ts'
import { ZineViewer } from './zine-viewer.tsx'

const zine = exampleZine()

function Viewer({ pages }: { pages: ZinePage[] }) {
  const [index, setIndex] = useState(0)
  return (
    <main>
      <ZineViewer zine={zine} pages={pages} index={index} onTurn={setIndex} />
    </main>
  )
}

const renderViewer = (pages: ZinePage[]) => renderInSite(<Viewer pages={pages} />)

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

test('a page opens the reader, but not a video or a page whose content note is not accepted', async () => {
  await renderViewer([
    examplePage(),
    examplePage({ altText: 'A lamp' }),
    examplePage({ contentNote: 'Thorns' }),
    // A video that loads forever, because a broken one would be replaced by a message.
    examplePage({
      kind: 'video',
      altText: 'A film',
      url: URL.createObjectURL(new MediaSource()),
      captions: [{ language: 'es', url: '/captions' }],
    }),
  ])
  const link = page.getByRole('link')
  await expect.element(link).toHaveAccessibleName('Cover of Moths of the Kitchen Window Open the reader')
  await expect.element(link).toHaveAttribute('href', `/zine/${zine.id}/read`)
  link.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(link).toHaveAccessibleName('A lamp Open the reader')
  await expect.element(link).toHaveAttribute('href', `/zine/${zine.id}/read?page=2`)
  // Focus moves along, so that the keys still turn pages.
  await expect.element(link).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expectVisible(button('Show it'))
  expect(link.elements()).toHaveLength(0)
  await button('Show it').click()
  await expect.element(link).toHaveAttribute('href', `/zine/${zine.id}/read?page=3`)
  await button('Next page').click()
  await expectVisible(page.getByLabelText('A film'))
  const [track] = document.querySelector('video')?.textTracks ?? []
  expect(track).toMatchObject({ kind: 'captions', language: 'es', label: 'Spanish' })
  expect(link.elements()).toHaveLength(0)
})
