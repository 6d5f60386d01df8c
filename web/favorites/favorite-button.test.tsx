import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Zine } from '#contract/zines.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { FavoriteButton } from './favorite-button.tsx'

const zine = exampleZine({ favoriteCount: 12 })
const listKey = ['/api/zines']
let asked: string[]
let answer: (response: Response) => void

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

function Card() {
  const { data } = useQuery<{ zines: Zine[] }>({ queryKey: listKey })
  return data?.zines.map((each) => <FavoriteButton key={each.id} zine={each} />)
}

async function show(user: { id: string } | null, zines = [zine]) {
  const queries = createQueries()
  queries.setQueryData([viewerPath], { user })
  queries.setQueryData(listKey, { zines })
  await render(
    <QueryClientProvider client={queries}>
      <Card />
    </QueryClientProvider>,
  )
}

const member = { id: '0199a0b2-0000-7000-8000-00000000000c' }
const heart = page.getByRole('button', { name: /Moths/ })

test('a favorite shows at once, and then what the server counted', async () => {
  await show(member)
  await heart.click()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.element(heart).toHaveTextContent('13')
  answer(Response.json({ isFavorited: true, favoriteCount: 20 }))
  await expect.element(heart).toHaveTextContent('20')
})

test('a new member who waits for a yes is told so', async () => {
  await show(member)
  await heart.click()
  const error = 'Whoever runs this site has yet to say yes to your account.'
  answer(Response.json({ error, code: 'awaiting_approval' }, { status: 403 }))
  await expect.poll(readToast).toMatchObject({ title: 'Error', description: error })
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
})

test('only one toggle is in flight at a time, whichever heart is pressed', async () => {
  const other = exampleZine({ id: '0199a0b2-0000-7000-8000-00000000000d', title: 'Slugs: A Truce' })
  await show(member, [zine, other])
  await heart.click()
  await heart.click()
  await page.getByRole('button', { name: /Slugs/ }).click()
  expect(asked).toEqual(['/api/favorites/zines'])
  answer(Response.json({ isFavorited: true, favoriteCount: 13 }))
  await vi.waitFor(async () => {
    await heart.click()
    expect(asked).toHaveLength(2)
  }, 30_000)
})

test('what could not be saved is taken back and told', async () => {
  await show(member)
  await heart.click()
  answer(new Response('', { status: 500 }))
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.element(heart).toHaveTextContent('12')
  expect(readToast()).toMatchObject({
    title: 'Error',
    description: 'Could not update favorite status',
    variant: 'destructive',
  })
})

test('a count of nothing is not shown', async () => {
  await show(member, [exampleZine({ favoriteCount: 0 })])
  await expect.element(heart).toHaveTextContent('')
})
