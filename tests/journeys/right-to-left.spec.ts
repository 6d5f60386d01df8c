import type { Page } from '@playwright/test'
import { expectAccessible, expectPagesAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** English sentences, laid out from right to left: axe, and whether everything fits into the window. */
test.describe.configure({ timeout: 300_000 })

/** Until a language that is written from right to left is complete, the server offers none. */
const mirror = (page: Page) =>
  page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const html = await response.text()
    const body = html.replace('dir="ltr"', 'dir="rtl"').replace('"dir":"ltr"', '"dir":"rtl"')
    await route.fulfill({ response, body })
  })

test('the main pages fit and stay accessible from right to left', async ({ page, otherRequest }) => {
  await mirror(page)
  const maker = await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Moths'), 'photo.avif', 'wide.webp')
  await callApi(otherRequest, 'put', `/api/zines/${zine.id}`, { version: 1, mayPrint: true })
  const zinePages = ['', '/read', '/text', '/print'].map((end) => `/zine/${zine.id}${end}`)
  await expectPagesAccessible(page, `/?q=${zine.title}`, `/profile/${maker.id}`, ...zinePages, '/about')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await press(page, 'Sign in')
  await expectAccessible(page, 'signing in', page.getByRole('dialog'))
  await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Lamps', notes: '# Porch' })
  await expectPagesAccessible(page, '/profile?tab=workspace', '/account-settings')
  await visit(page, `/project/${project.id}/edit`)
  await press(page, "Got it, let's create!", 'Project menu')
  await expectAccessible(page, 'the menu of a project', page.getByRole('menuitem', { name: 'Make pages from notes' }))
  await press(page, 'Make pages from notes')
  await press(page.getByRole('dialog', { name: 'Make pages' }), 'Make pages')
  await expect(page).toHaveURL(/\/draft\//)
  await expectAccessible(page, 'the layout table', page.getByRole('list', { name: 'Pages in order' }))
})
