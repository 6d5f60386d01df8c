import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createQueries } from '#web/api/queries.ts'
import { nothingSaid } from '#web/details/said.ts'
import { takeCarried } from '#web/drafts/begin-draft.tsx'
import { fakeServer } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { createDraftPages } from './pages/draft-pages.ts'
import { useLayOut } from './pages/lay-it-out.tsx'
import type { Sender } from './sending/send-file.ts'

const server = fakeServer({ 'POST /api/drafts': { draft: { id: 'd1' } } })

const words = {
  title: 'Moths',
  description: 'Of the lamp',
  aspectRatio: '1:1' as const,
  readingDirection: 'ltr' as const,
  mayPrint: true,
  ...nothingSaid,
}
const more = new File(['x'], 'c.png', { type: 'image/png' })
const media = { kind: 'image', width: 1, height: 1, placeholder: null, posterUrl: null } as const

async function open(senderFor: (file: File) => Sender) {
  const onBegun = vi.fn()
  const Dialog = () => {
    const [draft] = useState(() => {
      const made = createDraftPages(senderFor, () => undefined)
      made.add(['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' })))
      made.transcribe(made.read()[1]?.id ?? '', 'Mind the lamp')
      return made
    })
    const { isLayingOut, layOut } = useLayOut(draft, onBegun)
    return (
      <button type="button" onClick={() => void layOut(words, [more])}>
        {isLayingOut ? 'Laying out' : 'Lay out'}
      </button>
    )
  }
  const routes = [
    { path: '/', Component: Dialog },
    { path: '/draft/:id', Component: () => <p>on the table of {useParams().id}</p> },
  ]
  await render(
    <QueryClientProvider client={createQueries()}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Lay out' }).click()
  return onBegun
}

test('a draft has the pages of the dialog in their order, once they are there, with their words', async () => {
  let arrive = () => {}
  const there = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const onBegun = await open(({ name }) => ({
    send: () => there.then(() => ({ ...media, url: `/media/${name}` })),
  }))
  await expect.element(page.getByRole('button', { name: 'Laying out' })).toBeVisible()
  expect(server.writes()).toEqual([])
  arrive()
  await expect.element(page.getByText('on the table of d1')).toBeVisible()
  expect(server.bodyOf('/api/drafts')).toEqual({
    content: {
      ...words,
      pages: [
        { url: '/media/a.png', altText: '', transcript: '' },
        { url: '/media/b.png', altText: '', transcript: 'Mind the lamp' },
      ],
    },
  })
  expect(onBegun).toHaveBeenCalledOnce()
  expect(takeCarried('d1')).toEqual([more])
  expect(takeCarried('d1')).toEqual([])
})

test('a page that does not go through begins nothing, and says which it was', async () => {
  const onBegun = await open(() => ({ send: () => Promise.reject(new Error('torn')) }))
  await expect.poll(readToast).toMatchObject({ title: 'Error', variant: 'destructive' })
  await expect.element(page.getByRole('button', { name: 'Lay out' })).toBeVisible()
  expect(server.writes()).toEqual([])
  expect(onBegun).not.toHaveBeenCalled()
})
