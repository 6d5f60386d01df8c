import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { emptyMetadata } from '#web/details/zine-metadata.ts'
import { exampleOpenDraft } from '#web/drafts/example-draft.testing.ts'
import { button, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeServer, renderInSite } from '#web/site/site.testing.tsx'
import { createChosenPages } from './pages/chosen-pages.ts'
import { useLayOut } from './pages/lay-out-offer.tsx'

const server = fakeServer({ 'POST /api/drafts': { draft: exampleOpenDraft() } })
const fields = {
  title: 'Moths',
  description: '',
  aspectRatio: '1:1' as const,
  mayPrint: true,
  ...emptyMetadata,
  paper: 'square' as const,
  readingDirection: 'ltr' as const,
}
const failingSender = { send: () => Promise.reject(new Error('torn')) }

test('a page that does not go through begins no draft, and that is said', async () => {
  const onStarted = vi.fn()
  const Dialog = () => {
    const [pages] = useState(() => {
      const draftPages = createChosenPages(
        () => failingSender,
        () => undefined,
      )
      draftPages.add([new File(['x'], 'a.png', { type: 'image/png' })])
      return draftPages
    })
    const { isLayingOut, layOut } = useLayOut(pages, onStarted)
    return (
      <button type="button" onClick={() => void layOut(fields, [])}>
        {isLayingOut ? 'Laying out' : 'Lay out'}
      </button>
    )
  }
  await renderInSite(<Dialog />)
  await button('Lay out').click()
  await expectToast({ title: 'Error', variant: 'destructive' })
  await expectVisible(button('Lay out'))
  expect(server.writes()).toEqual([])
  expect(onStarted).not.toHaveBeenCalled()
})
