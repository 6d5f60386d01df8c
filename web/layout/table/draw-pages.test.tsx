import { Upload } from 'tus-js-client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import '#web/styles.css'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeServer, memberId } from '#web/site/site.testing.tsx'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleZineId, holdDrawings, openTable } from './layout-table.testing.tsx'

const uploadUrl = `/api/uploads/${'a'.repeat(32)}`
const server = fakeServer({})
const madeKey = `foldout:${memberId}:made:${exampleZineId}`
const titles = ['Moths', 'Lamps', 'Sills']
const initialPages = { files: [], recipes: titles.map((title) => ({ ...blankRecipe('text'), title })) }
const storedTitles = () =>
  JSON.parse(localStorage.getItem(madeKey) ?? '[]').map(({ recipe }: { recipe: { title: string } }) => recipe.title)

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

function acceptUploads() {
  let count = 0
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    count += 1
    const url = `/media/${String(count).padStart(32, 'f')}-1600.webp`
    const media = { kind: 'image', posterUrl: null, width: 1754, height: 2480, placeholder: null, url }
    server.responses[`${uploadUrl}/media`] = media
    this.url = uploadUrl
    this.options.onSuccess?.({} as never)
  })
}

test('the pages of a new draft are drawn and put on the table in their order, in one step', async () => {
  acceptUploads()
  const release = holdDrawings()
  const table = await openTable({ paper: 'a-size' }, { initialPages })
  await expectVisible('Page 1 of 3')
  expect(storedTitles()).toEqual(titles)
  release()
  await expect.poll(() => table.current().pages.map(({ transcript }) => transcript)).toEqual(titles)
  expect(table.changes()).toBe(1)
  expect(new Set(table.current().pages.map(({ id }) => id)).size).toBe(3)
  expect(table.current().pages[0]).toMatchObject({ altText: expect.any(String), recipe: initialPages.recipes[0] })
  await expect.poll(storedTitles).toEqual([])
  await expectGone(page.getByText(/that you made/))
})

test('drawing can be cancelled, and the pages stay in this browser', async () => {
  holdDrawings()
  const table = await openTable({ paper: 'a-size' }, { initialPages })
  await expectVisible('Page 1 of 3')
  await button('Cancel').click()
  await expectVisible('3 pages that you made were not saved. They are still in this browser.')
  await expectVisible(button('Open them'))
  expect(storedTitles()).toEqual(titles)
  expect(table.current().pages).toEqual([])
})

test('a drawing that fails can be tried again', async () => {
  acceptUploads()
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    this.onmessage?.(new MessageEvent('message', { data: { error: 'The fonts are missing.', isForMaker: true } }))
  })
  const table = await openTable({ paper: 'a-size' }, { initialPages })
  await expectVisible('The fonts are missing.')
  post.mockRestore()
  await button('Try again').click()
  await expect.poll(() => table.current().pages.map(({ transcript }) => transcript)).toEqual(titles)
})
