import type { Locator, Page } from '@playwright/test'
import { callApi, expect, press, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { pictures, publish } from '../support/published-zine.ts'

/** The area of the notification, or of one with three lines and an action. */
const notificationArea = (page: Page) =>
  page.locator('.toast-toasts').evaluate((list) => {
    const filler = document.createElement('li')
    filler.style.height = '10rem'
    if (list.childElementCount === 0) list.append(filler)
    const { left, top, right, bottom } = list.getBoundingClientRect()
    filler.remove()
    return { left, top, right, bottom }
  })

async function expectUncovered(page: Page, ...buttons: Locator[]) {
  for (const button of buttons) await expect(button).toBeVisible()
  const area = await notificationArea(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(area.left >= 0 && area.top >= 0 && area.right <= width && area.bottom <= height, 'is in the window').toBe(true)
  for (const button of buttons) {
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    if (!box) throw new Error(`${button} is not visible`)
    const isBeside = box.x >= area.right || box.x + box.width <= area.left
    const isAbove = box.y >= area.bottom || box.y + box.height <= area.top
    expect(isBeside || isAbove, `${button} at ${JSON.stringify({ box, area })}`).toBe(true)
  }
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`at ${width} × ${height}, notifications cover no main button`, async ({ page, otherRequest }) => {
    await page.setViewportSize({ width, height })
    await register(otherRequest)
    await register(page.request)
    const zine = await publish(otherRequest, uniqueName('Moths'), 'photo.avif', 'wide.webp')
    const named = (name: string, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true }).or(within.getByRole('link', { name, exact: true }))
    const dialog = page.getByRole('dialog')
    const upload = named('Upload', page.getByRole('banner'))

    await visit(page, `/?q=${zine.title}`)
    await page.getByRole('link', { name: zine.title }).click()
    await press(dialog, 'More about this zine')
    await press(page, 'Add to “To read”')
    const added = toast(page, 'Added to “To read”')
    await expect(added).toBeVisible()
    await expectUncovered(
      page,
      ...['Read', 'Favorite', 'Close', 'More about this zine'].map((name) => named(name, dialog)),
    )
    await added.getByRole('button', { name: 'Close' }).click()

    await visit(page, `/zine/${zine.id}`)
    await expect(page.locator('.toast-toasts')).toBeAttached()
    await expectUncovered(page, upload, named('Read'))
    await press(page.getByRole('banner'), 'Upload')
    await expectUncovered(page, ...['Share', 'Cancel', 'Close'].map((name) => named(name, dialog)))

    const urls = await pictures(page.request, 'photo.avif', 'wide.webp')
    const content = { title: 'Moths', pages: urls.map((url) => ({ url })) }
    const { draft } = await callApi(page.request, 'post', '/api/drafts', { content })
    await visit(page, `/draft/${draft.id}`)
    await expect(page.locator('.toast-toasts')).toBeAttached()
    await expectUncovered(page, named('Publish'), named('Save draft'))

    const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Plans', notes: '' })
    await visit(page, `/project/${project.id}/edit`)
    await expect(page.locator('.toast-toasts')).toBeAttached()
    await expectUncovered(page, named("Got it, let's create!", dialog))
    await press(dialog, "Got it, let's create!")
    await expect(dialog).toBeHidden()
    await expectUncovered(page, named('Save project'))

    await visit(page, '/account-settings')
    await expect(page.locator('.toast-toasts')).toBeAttached()
    await press(page, 'Delete Account')
    await expectUncovered(page, named('Cancel', dialog), named('Close', dialog), dialog.getByRole('button').last())
  })
