import { expectAccessible, expectPagesAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'
import { translationsInto } from '../support/translations.ts'

/** Axe, and whether everything fits into the window, in Arabic. */
test.describe.configure({ timeout: 300_000 })
test.use({ locale: 'ar' })
const say = translationsInto('ar')

test('the main pages fit and stay accessible from right to left', async ({ page, otherRequest }) => {
  const maker = await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Moths'), 'photo.avif', 'wide.webp')
  await callApi(otherRequest, 'put', `/api/zines/${zine.id}`, { version: 1, mayPrint: true })
  const zinePages = ['', '/read', '/text', '/print'].map((end) => `/zine/${zine.id}${end}`)
  await expectPagesAccessible(page, `/?q=${zine.title}`, `/profile/${maker.id}`, ...zinePages, '/about')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await press(page, say('Sign in'))
  await expectAccessible(page, 'signing in', page.getByRole('dialog'))
  await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Lamps', notes: '# Porch' })
  await expectPagesAccessible(page, '/profile?tab=workspace', '/account-settings')
  await visit(page, `/project/${project.id}/edit`)
  await press(page, say("Got it, let's create!"), say('Project menu'))
  await expectAccessible(
    page,
    'the menu of a project',
    page.getByRole('menuitem', { name: say('Make pages from notes') }),
  )
  await press(page, say('Make pages from notes'))
  await press(page.getByRole('dialog', { name: say('Make pages') }), say('Make pages'))
  await expect(page).toHaveURL(/\/draft\//)
  await expectAccessible(page, 'the layout table', page.getByRole('list', { name: say('Pages in order') }))
})
