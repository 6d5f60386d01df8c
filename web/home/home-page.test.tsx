import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Zine } from '#contract/zines.ts'
import { createQueries, viewerPath } from '#web/api.ts'
import { App } from '#web/app.tsx'
import { exampleZine } from '#web/zines/example-zine.ts'
import { Page } from './home-page.tsx'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const site = { publicUrl: 'http://foldout.example', feedbackUrl: undefined, contactUrl: undefined }
const assets = { script: '', styles: [], inlined: false, later: [], fonts: [] }

/** Calls in the order they were made; each is answered when the test says so. */
let asked: { path: string; answer: (titles: string[]) => void }[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string) => {
    return new Promise<Response>((resolve) => {
      const answer = (titles: string[]) =>
        resolve(Response.json({ zines: titles.map(zineOf), nextCursor: null }))
      asked.push({ path, answer })
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

const zineOf = (title: string, index: number): Zine =>
  exampleZine({ id: `0199a0b2-0000-7000-8000-00000000001${index}`, title, mediaUrls: [dot] })

async function open(address = '/', user: { id: string } | null = null) {
  const queries = createQueries()
  queries.setQueryData([viewerPath], { user })
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: [address] })
  await render(
    <App data={{ site, assets, drawnAt: 0, answers: [] }} queries={queries}>
      <RouterProvider router={router} />
    </App>,
  )
  return router
}

const calls = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))
const field = page.getByRole('searchbox')
const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h3')?.textContent)

test('six placeholders stand while a list is being read', async () => {
  await open()
  await expect.element(page.getByText('Loading zines')).toBeInTheDocument()
  expect(document.querySelectorAll('.blank')).toHaveLength(6)
  asked[0]?.answer(['Plot 14B'])
  await expect.element(page.getByRole('link', { name: 'Plot 14B' })).toBeVisible()
  expect(document.querySelectorAll('.blank')).toHaveLength(0)
})

test('typing is one search, made when it has paused', async () => {
  const router = await open()
  asked[0]?.answer([])
  await field.fill('mo')
  await userEvent.type(field, 'th')
  expect(asked).toHaveLength(1)
  await calls(2)
  expect(asked[1]?.path).toBe('/api/search/zines?search=moth')
  expect(router.state.location.search).toBe('?q=moth')
})

test('a late answer never overtakes a newer one', async () => {
  await open()
  await field.fill('first')
  await calls(2)
  await field.fill('second')
  await calls(3)
  asked[2]?.answer(['The newer one'])
  await expect.element(page.getByText('The newer one')).toBeVisible()
  asked[1]?.answer(['The late one'])
  await new Promise((later) => setTimeout(later, 100))
  expect(titles()).toEqual(['The newer one'])
})

test('what was found is counted for readers, and nothing found offers to clear the search', async () => {
  await open('/?q=submarine')
  asked[0]?.answer([])
  await expect.element(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('0 zines found')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await calls(2)
  expect(asked[1]?.path).toBe('/api/zines')
  await expect.element(field).toHaveValue('')
})

test('a slash goes to the search field', async () => {
  await open()
  await userEvent.keyboard('/')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

test('a guest’s favorites ask to sign in, and read nothing', async () => {
  await open('/?tab=favorites')
  await expect.element(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(asked).toEqual([])
})

test('a member’s favorites are filtered by the text', async () => {
  const router = await open('/?tab=favorites', { id: 'me' })
  await expect.element(field).toHaveAttribute('placeholder', 'Search your favorites...')
  asked[0]?.answer(['Plot 14B'])
  await field.fill('moth')
  await calls(2)
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/users/me/favorites',
    '/api/users/me/favorites?search=moth',
  ])
  expect(router.state.location.search).toBe('?tab=favorites&q=moth')
})
