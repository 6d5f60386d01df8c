import type { Page } from '@playwright/test'
import { expect, register, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Hides a zine and closes it before the answer arrives; the page below stays. Then takes the hiding back. */
async function hideOverASlowLine(page: Page, title: string) {
  const before = page.url()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/unwanted-zines/*', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More about this zine' }).click()
  await page.getByRole('menuitem', { name: 'Hide this zine for me' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  answer()
  await expect(toast(page, 'Hidden for you')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Shown again')).toBeVisible()
  await page.unrouteAll()
  expect(page.url()).toBe(before)
}

test('a reader blocks a maker, hides a zine and undoes both', async ({ page, elsewhere }) => {
  const maker = await register(elsewhere, unique('maker'))
  const title = unique('Loud')
  const zine = await publish(elsewhere, title)
  const reader = await register(page.request)

  await visit(page, `/profile/${maker.id}`)
  await page.getByRole('button', { name: 'More about this creator' }).click()
  await page.getByRole('menuitem', { name: `Block ${maker.username}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${maker.username} is not told`)
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Unblocked')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.request.put(`/api/users/${reader.id}/blocks/${maker.id}`)
  await visit(page, `/profile/${maker.id}`)
  await expect(page.getByText(`You blocked ${maker.username}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeHidden()
  await expect(page.getByRole('link', { name: title })).toBeHidden()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  await hideOverASlowLine(page, title)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More about this zine' }).click()
  await page.getByRole('menuitem', { name: 'Hide this zine for me' }).click()
  await expect(toast(page, 'Hidden for you')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: title })).toBeHidden()
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('button', { name: 'More about this zine' }).click()
  await expect(page.getByRole('menuitem', { name: 'Show this zine again' })).toBeVisible()
  await page.getByRole('menuitem', { name: `Block ${maker.username}` }).click()
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page).toHaveURL('/')

  await visit(page, '/account-settings')
  const card = page.getByRole('region', { name: 'Blocked and Hidden' })
  await card.getByRole('button', { name: `Show Again ${title}` }).click()
  await expect(card.getByText('You have hidden no zine.')).toBeVisible()
  await card.getByRole('button', { name: `Unblock ${maker.username}` }).click()
  await expect(card.getByText('You have blocked nobody.')).toBeVisible()
  await visit(page, `/?q=${title}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  await page.request.put(`/api/users/${reader.id}/blocks/${maker.id}`)
  const seen = await elsewhere.get(`/api/users/${reader.id}`)
  expect(await seen.json()).not.toHaveProperty('isBlocked')
})
