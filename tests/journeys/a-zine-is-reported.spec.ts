import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, mailTo, type Person, register, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** The links of the letter about a zine: to hide, keep and remove it. */
async function linksOf(title: string) {
  const { links } = await mailTo('operator@example.org', new RegExp(title))
  const [hide = '', keep = '', remove = ''] = links.filter((link) => link.includes('/moderate#'))
  return { hide, keep, remove }
}

async function reportThroughTheMenu(page: Page, words: string) {
  await page.getByRole('button', { name: 'More about this zine' }).click()
  await page.getByRole('menuitem', { name: 'Report this zine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this zine' })
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByText('Please choose what is wrong.')).toBeVisible()
  await expectNoBarrier(page)
  await dialog.getByText('It shows private things about somebody').click()
  await dialog.getByLabel('In your own words').fill(words)
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(toast(page, 'Report sent')).toBeVisible()
}

const report = async (request: APIRequestContext, zineId: string) =>
  expect((await request.post('/api/reports', { data: { zineId, reason: 'spam' } })).status()).toBe(202)

async function hideByTheLetter(page: Page, title: string) {
  const { hide } = await linksOf(title)
  await page.goto(hide)
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page).toHaveURL('/moderate')
  await expect(page.getByText('My street is on page 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Hide This Zine' }).click()
  await expect(page.getByText('Please say why: the maker is told.')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByLabel(/^Reason/).fill('Page 2 shows a home.')
  await page.getByRole('button', { name: 'Hide This Zine' }).click()
  const told = page.getByRole('heading', { name: 'Decided' })
  await expect(told).toBeFocused()
  // The second press of a double click lies where the button was.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(told).toBeFocused()
}

/** By the link in the mail, where nobody is signed in. */
async function answerByTheMail(page: Page, maker: Person) {
  const { links } = await mailTo(maker.email, /was hidden/)
  const link = links.find((each) => each.includes('/reply#')) ?? ''
  await page.goto(link)
  await expect(page.getByText('Page 2 shows a home.')).toBeVisible()
  await expect(page).toHaveURL('/reply')
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await expect(page.getByText('Please write something.')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByLabel('Your answer').fill('It is my own home.')
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Answer sent' })).toBeFocused()
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText('It is my own home.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Answer' })).toHaveCount(0)
}

test('a guest reports a zine, it is hidden by the letter, and its maker sees why and answers', async ({
  page,
  browser,
}) => {
  const maker = await register(page.request)
  const zine = await publish(page.request, unique('Street'), 'photo.avif', 'wide.webp')
  const context = await browser.newContext()
  const guest = await context.newPage()
  await visit(guest, `/zine/${zine.id}`)
  await reportThroughTheMenu(guest, 'My street is on page 2.')
  await hideByTheLetter(guest, zine.title)
  expect((await guest.request.get(`/api/zines/${zine.id}`)).status()).toBe(404)

  await visit(page, `/zine/${zine.id}`)
  await expect(page.getByText('Not shown to others')).toBeVisible()
  await expect(page.getByText('Page 2 shows a home.')).toBeVisible()
  await expectNoBarrier(page)
  await answerByTheMail(guest, maker)
  await context.close()

  await page.getByRole('link', { name: 'answer on your profile' }).click()
  const rack = page.getByRole('region', { name: 'Not shown to others' })
  await expect(rack.getByRole('link', { name: zine.title })).toBeVisible()
  await page.getByText(`“${zine.title}” is hidden`).click()
  await expect(page.getByText('It is my own home.')).toBeVisible()
})

test('whoever is signed in answers on their profile, once', async ({ page, playwright, baseURL }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Answered'))
  await report(await playwright.request.newContext({ baseURL }), zine.id)
  await page.goto((await linksOf(zine.title)).keep)
  await page.getByLabel(/^Reason/).fill('It is a map.')
  await page.getByRole('button', { name: 'Keep This Zine' }).click()
  await expect(page.getByRole('heading', { name: 'Decided' })).toBeVisible()
  await visit(page, '/profile')
  await page.getByText(`“${zine.title}” stays as it is`).click()
  await page.getByLabel('Your answer').fill('Thank you.')
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await expect(toast(page, 'Answer sent')).toBeVisible()
  await expect(page.getByText('Thank you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Answer' })).toHaveCount(0)
})

test('a link that is opened, forged or used does nothing', async ({ page, playwright, baseURL }) => {
  const maker = await playwright.request.newContext({ baseURL })
  await register(maker)
  const zine = await publish(maker, unique('Kept'))
  await report(page.request, zine.id)
  const { hide, keep, remove } = await linksOf(zine.title)

  // As mail programs do, which look ahead at what a link leads to.
  for (const link of [hide, remove]) {
    await page.request.get(link)
    await page.goto('/')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: zine.title })).toBeVisible()
  }
  await page.goto('/')
  await page.goto(hide.replace(/token=[\w-]{5}/, 'token=AAAAA'))
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await expectNoBarrier(page)
  await page.goto('/moderate')
  await expect(page.getByRole('heading', { name: 'Nothing to decide here' })).toBeVisible()
  await page.goto('/')
  await page.goto(keep)
  await page.getByRole('button', { name: 'Keep This Zine' }).click()
  await expect(page.getByRole('heading', { name: 'Decided' })).toBeVisible()
  await page.goto('/')
  await page.goto(remove)
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  expect((await page.request.get(`/api/zines/${zine.id}`)).status()).toBe(200)
})

test('a creator can be reported by whoever visits them, and nobody reports themselves', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { id } = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, `/profile/${id}`)
  await page.getByRole('button', { name: 'More about this creator' }).click()
  await page.getByRole('menuitem', { name: 'Report this creator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this creator' })
  await dialog.getByText('It is spam').click()
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(toast(page, 'Report sent')).toBeVisible()
  const own = await register(page.request)
  await visit(page, `/public-profile/${own.id}`)
  await expect(page.getByRole('heading', { name: own.username, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More about this creator' })).toHaveCount(0)
})
