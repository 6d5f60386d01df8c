import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { nothingSaid } from '#web/details/said.ts'
import { button, isSeen, said } from '#web/site/seen.testing.ts'
import { fakeServer, show } from '#web/site/site.testing.tsx'
import { createDraftPages } from './pages/draft-pages.ts'
import { useLayOut } from './pages/lay-it-out.tsx'

const server = fakeServer({ 'POST /api/drafts': { draft: { id: 'd1' } } })
const words = {
  ...{ title: 'Moths', description: '', aspectRatio: '1:1' as const, mayPrint: true, ...nothingSaid },
  readingDirection: 'ltr' as const,
}
const torn = { send: () => Promise.reject(new Error('torn')) }

test('a page that does not go through begins no draft, and that is said', async () => {
  const onBegun = vi.fn()
  const Dialog = () => {
    const [pages] = useState(() => {
      const made = createDraftPages(
        () => torn,
        () => undefined,
      )
      made.add([new File(['x'], 'a.png', { type: 'image/png' })])
      return made
    })
    const { isLayingOut, layOut } = useLayOut(pages, onBegun)
    return (
      <button type="button" onClick={() => void layOut(words, [])}>
        {isLayingOut ? 'Laying out' : 'Lay out'}
      </button>
    )
  }
  await show(<Dialog />)
  await button('Lay out').click()
  await said({ title: 'Error', variant: 'destructive' })
  await isSeen(button('Lay out'))
  expect(server.writes()).toEqual([])
  expect(onBegun).not.toHaveBeenCalled()
})
