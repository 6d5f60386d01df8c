import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, reload, test, toast, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Hides a zine and closes its dialog before the response arrives. The page behind it must not change. Then undoes it. */
async function hideWithSlowResponse(page: Page, title: string) {
  const before = page.url()
  const { promise: responseReleased, resolve: releaseResponse } = Promise.withResolvers<void>()
  await page.route('**/unwanted-zines/*', async (route) => {
    await responseReleased
    await route.continue()
  })
  await page.getByRole('link', { name: title }).click()
  await press(page, 'More about this zine', 'Hide this zine from my lists')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  releaseResponse()
  await expect(toast(page, 'Hidden')).toBeVisible()
  await press(page, 'Undo')
  await expect(toast(page, 'Shown again')).toBeVisible()
  await page.unrouteAll()
  expect(page.url()).toBe(before)
}

test('a reader blocks a creator, hides a zine and undoes both', async ({ page, otherRequest }) => {
  const maker = await register(otherRequest, uniqueName('maker'))
  const title = uniqueName('Loud')
  const zine = await publish(otherRequest, title)
  const reader = await register(page.request)

  await visit(page, `/profile/${maker.id}`)
  await press(page, 'More about this creator', `Block ${maker.username}`)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${maker.username} is not notified`)
  await expectAccessible(page, 'the question before blocking')
  await press(question, 'Block')
  await press(page, 'Undo')
  await expect(toast(page, 'Unblocked')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await callApi(page.request, 'put', `/api/users/${reader.id}/blocks/${maker.id}`)
  await visit(page, `/profile/${maker.id}`)
  await expectAccessible(page, 'a creator who is blocked', page.getByText(`You blocked ${maker.username}`))
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeHidden()
  await expect(page.getByRole('link', { name: title })).toBeHidden()
  await press(page, 'Unblock')
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  await hideWithSlowResponse(page, title)
  await page.getByRole('link', { name: title }).click()
  await press(page, 'More about this zine', 'Hide this zine from my lists')
  await expect(toast(page, 'Hidden')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: title })).toBeHidden()
  await visit(page, `/zine/${zine.id}`)
  await press(page, 'More about this zine')
  await expect(page.getByRole('menuitem', { name: 'Show this zine again' })).toBeVisible()
  await press(page, `Block ${maker.username}`)
  await press(question, 'Block')
  await expect(page).toHaveURL('/')

  await visit(page, '/account-settings')
  const card = page.getByRole('region', { name: 'Blocked and Hidden' })
  await press(card, `Show Again ${title}`)
  await expect(card.getByText('No hidden zines.')).toBeVisible()
  await press(card, `Unblock ${maker.username}`)
  await expect(card.getByText('No blocked creators.')).toBeVisible()
  const never = page.getByRole('radio', { name: 'Hide zines with a content note' })
  const saved = page.waitForResponse('**/content-notes')
  await never.check()
  expect((await saved).ok()).toBe(true)
  await reload(page)
  await expect(never).toBeChecked()
  await visit(page, `/?q=${title}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  await callApi(page.request, 'put', `/api/users/${reader.id}/blocks/${maker.id}`)
  expect(await callApi(otherRequest, 'get', `/api/users/${reader.id}`)).not.toHaveProperty('isBlocked')
})
