import { readFileSync } from 'node:fs'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, fixtures, register, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a sixth picture does not fit the dialog: what is in it lies on the table, and later on the profile', async ({
  page,
}) => {
  const maker = await register(page.request)
  await visit(page, '/')
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('photo.avif', 'wide.webp'))
  const title = unique('Moths')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByText('9:16').click()
  await dialog.getByLabel('What page 1 shows').fill('A moth on a lamp')
  await dialog.getByText('Words on this page').click()
  await dialog.getByLabel('Words on page 1').fill('Mind the lamp')
  await dialog.getByLabel('Add more images').setInputFiles(fixtures(...Array(4).fill('photo.avif')))
  await expect(dialog.getByText('You can upload up to 5 images total.')).toBeVisible()
  await expectNoBarrier(page)
  const offer = dialog.getByRole('button', { name: 'Lay it out instead.' })
  await offer.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/draft\/[0-9a-f-]{36}$/)
  await expect(dialog).toBeHidden()
  const pages = page.getByRole('region', { name: 'Pages' })
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
  // The four that did not fit have come along.
  await expect(pages.getByRole('button', { name: 'Page 6', exact: true })).toBeVisible()
  await expect(page.getByText(/^page \d of 6, up to 40$/)).toBeVisible()
  await pages.getByRole('button', { name: 'Page 1', exact: true }).click()
  await expect(pages.getByLabel('What page 1 shows')).toHaveValue('A moth on a lamp')
  await expect(pages.getByLabel('Words on this page')).toHaveValue('Mind the lamp')
  const draft = page.url().split('/').at(-1)
  await expect
    .poll(async () => {
      const read = await page.request.get(`/api/drafts/${draft}`)
      return (await read.json()).draft.content.pages.length
    })
    .toBe(6)

  await visit(page, `/profile/${maker.id}`)
  await expect(page.getByRole('heading', { name: 'On your table' })).toBeVisible()
  const ticket = page.getByRole('listitem').filter({ hasText: title })
  await expect(ticket).toContainText('6 pages')
  await expectNoBarrier(page)
  await ticket.getByRole('link', { name: title }).click()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.goBack()
  await page.getByRole('button', { name: `Delete the draft ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Draft deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'On your table' })).toBeHidden()
})

test('nobody else sees what lies on somebody’s table', async ({ page, playwright, baseURL }) => {
  const creator = await playwright.request.newContext({ baseURL })
  const maker = await register(creator)
  await publish(creator, unique('Seen'))
  await creator.post('/api/drafts', { data: { content: { title: 'Not yet' } } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await register(page.request)
  await visit(page, `/profile/${maker.id}`)
  await expect(page.getByRole('heading', { name: `${maker.username}'s Zines` })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.endsWith('/drafts'))).toEqual([])
  await expect(page.getByText('Not yet')).toBeHidden()
})

for (const width of [320, 1280]) {
  test(`at ${width} px a project is laid out as a zine, once, and its ticket leads to what came of it`, async ({
    page,
  }) => {
    const maker = await register(page.request)
    const title = unique('Lamps')
    await page.request.post('/api/projects', { data: { title, notes: 'Page 5 stays blank.' } })
    await page.setViewportSize({ width, height: 800 })
    const workspace = `/profile/${maker.id}?tab=workspace`
    await visit(page, workspace)
    await page.evaluate((id) => localStorage.setItem(`foldout:${id}:seen:workspace`, 'true'), maker.id)
    const layOut = async () => {
      await page.getByRole('button', { name: `Menu of ${title}` }).click()
      await page.getByRole('menuitem', { name: 'Lay out as a zine' }).click()
      await expect(page.getByLabel('Title')).toHaveValue(title)
      return new URL(page.url()).pathname
    }
    const first = await layOut()
    await visit(page, workspace)
    expect(await layOut()).toBe(first)
    const id = first.split('/').at(-1)
    const { draft } = await (await page.request.get(`/api/drafts/${id}`)).json()
    const uploaded = await page.request.post('/api/upload-zine-media', {
      data: { base64String: readFileSync('tests/fixtures/photo.avif').toString('base64') },
    })
    const { url } = await uploaded.json()
    const saved = await page.request.put(`/api/drafts/${id}`, {
      data: { version: draft.version, content: { title, pages: [{ url }] } },
    })
    const { version } = (await saved.json()).draft
    const published = await page.request.post(`/api/drafts/${id}/publish`, { data: { version } })
    expect(published.ok(), await published.text()).toBe(true)
    await visit(page, workspace)
    await expectNoBarrier(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('link', { name: 'See the zine' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}
