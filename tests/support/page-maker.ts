import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { callApi, expect, press, register, visit } from './journey.ts'

export const saveState = (page: Page) => page.locator('.session-state')
export const pageButton = (page: Page, n: number) =>
  page.getByRole('list', { name: 'Pages in order' }).getByRole('button', { name: `Page ${n}`, exact: true })
export const maker = (page: Page) => page.getByRole('dialog', { name: /^(Make a|Edit) page$/ })
export const field = (page: Page, label: string) => maker(page).getByRole('textbox', { name: label, exact: true })
/** Waits until the maker has drawn the pages, and the table has sent them. */
export async function isSent(page: Page) {
  await expect(maker(page)).toBeHidden({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^Remove (it|all)/ })).toBeHidden({ timeout: 120_000 })
}

export async function openTable(page: Page) {
  await register(page.request)
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'Eleven Moths' } })
  await visit(page, `/draft/${draft.id}`)
}

export const chooseTemplate = (page: Page, name: string) =>
  maker(page).getByRole('radio', { name, exact: true }).check({ force: true })

export async function makeTitlePage(page: Page) {
  await press(page, 'Make a page')
  await field(page, 'Title').fill('Eleven Moths')
  await field(page, 'Subtitle').fill('A field guide to the porch light')
  await expectAccessible(page, 'a page in the maker', maker(page).locator('canvas[data-drawn]'))
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect(page.getByLabel(/^What page 1 shows/)).toHaveValue('Title page: Eleven Moths.')
}

export const storedPages = async (page: Page): Promise<{ url: string; altText: string; transcript: string }[]> => {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await callApi(page.request, 'get', `/api/drafts/${id}`)).draft.content.pages
}
