import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, fixtures, register, reload, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

async function openEdit(page: Page) {
  await page.getByRole('button', { name: 'Zine menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit Zine' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Zine' })).toBeVisible()
}

test('a maker fixes a typo and the search finds the new word', async ({ page }) => {
  await register(page.request)
  const [wrong, right] = [unique('mohts'), unique('moths')]
  const zine = await publish(page.request, wrong)
  await visit(page, `/?q=${wrong}`)
  await page.getByRole('link', { name: wrong }).click()
  const popup = page.getByRole('dialog')
  await openEdit(page)
  await expect(popup).toBeHidden()
  await title(page).fill(right)
  await page.getByLabel('Description').fill(`About ${right}`)
  await page.getByLabel('What page 1 shows').fill(`A moth of ${right}`)
  await page.getByLabel('Words on this page').fill('Mind the lamp')
  await expect(page.getByLabel(/What changed\?/)).toBeHidden()
  await save(page).click()
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  await expect(page.getByRole('heading', { level: 1, name: right })).toBeVisible()
  await expect(page.getByRole('img', { name: `A moth of ${right}` })).toBeVisible()
  await expect(page.getByText(/printing|edited/i)).toBeHidden()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue(wrong)
  await expect(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  for (const words of [right, '"mind the lamp"']) {
    await page.getByRole('searchbox').fill(words)
    await expect(page.getByRole('link', { name: right })).toBeVisible()
  }
})

test('another picture is a second printing, and what it was before can be looked up', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Map'), 'photo.avif', 'wide.webp')
  await visit(page, `/zine/${zine.id}`)
  await openEdit(page)
  await page.getByRole('button', { name: 'Remove page 1' }).click()
  await page.getByLabel('Add pictures').setInputFiles(fixtures('scan-16-bit.png'))
  const note = page.getByLabel('This makes a second printing. What changed?')
  await expect(note).toBeVisible()
  await note.fill('Fixed the map on page 4')
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toBeVisible()
  await expectNoBarrier(page)
  await save(page).click()
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  await expect(page.getByText(/^Second printing, \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByText('Fixed the map on page 4')).toBeVisible()
  await page.getByText('The first printing').click()
  await expect(page.getByRole('img', { name: 'Cover of the first printing' })).toBeVisible()
  await expectNoBarrier(page)
})

test('another picture takes the place of the one that was taken out', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Map'), 'photo.avif', 'wide.webp')
  await visit(page, `/zine/${zine.id}`)
  await openEdit(page)
  await page.getByRole('button', { name: 'Remove page 1' }).click()
  await page.getByLabel('Put another there').setInputFiles(fixtures('scan-16-bit.png'))
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toBeVisible()
  await expect(page.getByLabel('Put another there')).toBeHidden()
  await expect(page.getByLabel('What page 1 shows')).toHaveValue('')
  await save(page).click()
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  const saved = await (await page.request.get(`/api/zines/${zine.id}`)).json()
  const urls = saved.zine.pages.map(({ url }: { url: string }) => url)
  expect(urls).toEqual([expect.not.stringContaining(zine.mediaUrls[0] ?? ''), zine.mediaUrls[1]])
})

test('what is not saved is here after a reload, and leaving it asks', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Kept'))
  await visit(page, `/zine/${zine.id}/edit`)
  await title(page).fill('Lamps')
  await expect(page.getByText('Not saved yet; kept in this browser')).toBeVisible()
  await reload(page)
  await expect(page.getByText('What you had not saved is here again.')).toBeVisible()
  await expect(title(page)).toHaveValue('Lamps')
  await page.getByRole('link', { name: 'Back to the zine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: zine.title })).toBeVisible()
})

test('two who edit at once: one wins, the other is asked, and neither’s words are lost unasked', async ({
  page,
  context,
}) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Both'))
  const other = await context.newPage()
  for (const each of [page, other]) await visit(each, `/zine/${zine.id}/edit`)
  await title(page).fill('Windows')
  await title(other).fill('Lamps')
  await other.getByLabel('Description').fill('Of the lamp')
  await page.bringToFront()
  await save(page).click()
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  await other.bringToFront()
  await save(other).click()
  const choice = other.getByRole('dialog', { name: 'Two versions, one zine' })
  await expect(choice.getByText('Windows')).toBeVisible()
  await expectNoBarrier(other)
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(save(other)).toBeFocused()
  await other.keyboard.press('Enter')
  await expect(toast(other, 'Zine updated successfully')).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Lamps' })).toBeVisible()
  await page.bringToFront()
  await reload(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Lamps' })).toBeVisible()
})

test('a stranger and a guest cannot change a zine, and are told whose it is', async ({
  page,
  playwright,
  baseURL,
}) => {
  const creator = await playwright.request.newContext({ baseURL })
  const maker = await register(creator)
  const zine = await publish(creator, unique('Mine'))
  await visit(page, `/zine/${zine.id}/edit`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expectNoBarrier(page)
  await register(page.request)
  await visit(page, `/zine/${zine.id}/edit`)
  await expect(page.getByText(`Only ${maker.username}, who made it, can change this zine.`)).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('link', { name: 'See the zine' }).click()
  await expect(page.getByRole('button', { name: 'Zine menu' })).toBeHidden()
})

for (const width of [320, 1280]) {
  test(`at ${width} px the page has no barrier, nothing sticks out, and the keyboard alone saves`, async ({
    page,
  }) => {
    await register(page.request)
    const zine = await publish(page.request, unique('Keys'), 'photo.avif', 'wide.webp')
    await page.setViewportSize({ width, height: 800 })
    await visit(page, `/zine/${zine.id}`)
    await page.getByRole('button', { name: 'Zine menu' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit Zine' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(title(page)).toBeVisible()
    await expectNoBarrier(page)
    for (const narrower of [768, width]) {
      await page.setViewportSize({ width: narrower, height: 800 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(narrower)
    }
    await title(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' again')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `${zine.title} again` })).toBeVisible()
  })
}
