import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { flat } from '#server/documents/pdf.testing.ts'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, fixtures, mailTo, register, signIn, test, toast, unique, visit } from '../support/journey.ts'
import { journeyData } from '../support/journey-data.ts'
import { publishLong, publishMany } from '../support/long-zine.ts'
import { publish, sendAndPublish } from '../support/published-zine.ts'

/**
 * Every page, dialog and unusual state is looked at here: by axe, light and dark, wide and narrow, and for anything that is
 * wider than the window. The tests follow who is using the site.
 */
test.describe.configure({ timeout: 400_000 })

const noBarrier = (page: Page, state: string) => test.step(state, () => expectNoBarrier(page))

async function openAndCheck(page: Page, paths: string[]) {
  for (const path of paths) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    await noBarrier(page, path)
  }
}

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

async function change(request: APIRequestContext, path: string, data: object) {
  const answer = await request.put(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const dialog = (page: Page) => page.getByRole('dialog')

const rules = `# House rules

Read [this](https://example.org/a/very/long/address/that/does/not/fit/on/any/phone).

1. Paper
   - \`code_that_is_far_too_long_to_be_shown_on_one_line_of_a_telephone_in_portrait\`

> As somebody said.

| What | How long |
|---|---|
| zines | until you delete them |
`

test('the pages that a guest reads', async ({ page, elsewhere }) => {
  const maker = await register(elsewhere, unique('Wolkenkratzer'))
  const title = `${unique('A')} very long title that goes on for quite a while and then some more`
  const zine = await publish(elsewhere, title, 'photo.avif', 'wide.webp')
  const details = { kind: 'comic', languages: ['pt'], subjects: ['moths'], series: 'Night', issue: '1' }
  await change(elsewhere, `/api/zines/${zine.id}`, { version: 1, details, mayPrint: true })
  const { shelf } = await post(elsewhere, '/api/shelves', { title: 'Kitchen', visibility: 'public' })
  await change(elsewhere, `/api/shelves/${shelf.id}/zines/${zine.id}`, {})
  const film = await sendAndPublish(elsewhere, unique('Film'), 'clip.mp4')
  const folder = join(journeyData(), 'pages')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'rules.md'), rules)
  const lists = ['/', '/?tab=popular', '/?tab=creators', '/?tab=favorites', '/?q=nothing', '/?kind=comic']
  const pages = [`/profile/${maker.id}`, `/profile/${maker.id}/series/night`, `/shelf/${shelf.id}`]
  const readings = ['', '/read', '/text', '/print', '/edit'].map((end) => `/zine/${zine.id}${end}`)
  const alone = [
    '/about',
    '/rules',
    '/privacy',
    '/nowhere',
    '/account-settings',
    '/kept',
    '/moderate',
    '/reply',
  ]
  await openAndCheck(page, [...lists, ...pages, ...readings, `/zine/${film.id}/read`, ...alone])
  await rm(join(folder, 'rules.md'))
})

test('the dialogs of a guest', async ({ page, elsewhere }) => {
  const { username } = await register(elsewhere)
  const zine = await publish(elsewhere, unique('Guest'), 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${zine.title}`)
  await page.getByText('Filter', { exact: true }).click()
  await noBarrier(page, 'filters')
  await button(page, 'Sign in').click()
  await expect(dialog(page)).toBeVisible()
  await noBarrier(page, 'signing in')
  await button(page, 'Forgot password?').click()
  await noBarrier(page, 'a new password')
  await page.keyboard.press('Escape')
  await button(page, 'Create Account').click()
  await dialog(page).getByLabel('Email').fill('nowhere')
  await dialog(page).getByLabel('Username').fill(username)
  await dialog(page).getByLabel('Password').fill('correct horse')
  await button(page, 'Create Account').click()
  await expect(dialog(page).locator('.error').first()).toBeVisible()
  await noBarrier(page, 'an account with errors')
  await page.keyboard.press('Escape')
  await button(page, 'Upload').first().click()
  await expect(dialog(page)).toBeVisible()
  await noBarrier(page, 'uploading')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: zine.title }).click()
  await expect(dialog(page).getByText('page 1 of 2', { exact: true })).toBeVisible()
  await noBarrier(page, 'an open zine')
  await button(page, 'More about this zine').click()
  await item(page, 'Report this zine').click()
  await button(page, 'Send Report').click()
  await expect(page.getByText('Please choose what is wrong.')).toBeVisible()
  await noBarrier(page, 'a report')
})

test('what a reader is asked, warned of and told', async ({ page, elsewhere }) => {
  const maker = await register(elsewhere)
  const zine = await publishLong(elsewhere, {
    title: unique('Long'),
    count: 12,
    landscape: [3],
    mayPrint: true,
  })
  const noted = await publish(elsewhere, unique('Needles'))
  const contentNote = { text: 'Needles', coversPages: true }
  await change(elsewhere, `/api/zines/${noted.id}`, { version: 1, contentNote, mayPrint: true })
  const reader = await register(page.request)

  await visit(page, `/zine/${zine.id}/read?page=4`)
  await noBarrier(page, 'a page beside a wide one')
  await page.keyboard.press('t')
  await noBarrier(page, 'the words of pages')
  await button(page, 'View').click()
  await noBarrier(page, 'the view')
  await button(page, 'Keys').click()
  await noBarrier(page, 'the keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible()
  await noBarrier(page, 'the end of a zine')
  await visit(page, `/zine/${zine.id}/print?layout=quarter&sides=hand`)
  await button(page, 'Make the PDF').click()
  await expect(page.getByRole('link', { name: 'Save the fronts' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Save the test: fronts' })).toBeVisible()
  await noBarrier(page, 'a PDF for printing')

  await openAndCheck(page, [
    `/profile/${maker.id}`,
    ...['', '/read', '/print'].map((end) => `/zine/${noted.id}${end}`),
  ])
  await visit(page, `/profile/${maker.id}`)
  await button(page, 'More about this creator').click()
  await item(page, /^Report/).click()
  await noBarrier(page, 'a report of a creator')
  await page.keyboard.press('Escape')
  await button(page, 'More about this creator').click()
  await item(page, /^Block/).click()
  await noBarrier(page, 'the question before blocking')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click()
  await openAndCheck(page, [`/profile/${maker.id}`])
  await page.request.delete(`/api/users/${reader.id}/blocks/${maker.id}`)
  await visit(page, `/zine/${zine.id}`)
  await button(page, 'More about this zine').click()
  await item(page, 'Put on a shelf').click()
  await dialog(page).getByLabel('New shelf').fill('Night')
  await button(page, 'Begin and put on it').click()
  await dialog(page).getByRole('checkbox', { name: 'Night' }).uncheck()
  await expect(dialog(page).getByText('Taken off', { exact: true })).toBeVisible()
  await noBarrier(page, 'shelves of a zine')
  await openAndCheck(page, [`/profile/${reader.id}?tab=shelves`])
})

test('the pages and dialogs of a member', async ({ page }) => {
  const person = await register(page.request)
  await openAndCheck(page, ['/profile', '/profile?tab=favorites', '/account-settings', '/import'])
  const settings = (name: string) => page.getByRole('region', { name, exact: true })
  await visit(page, '/account-settings')
  await settings('Two-Factor').getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await dialog(page).getByLabel('Password').fill(person.password)
  await button(page, 'Continue').click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await noBarrier(page, 'a key for codes')
  await page.keyboard.press('Escape')
  await settings('Danger Zone').getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog(page)).toBeVisible()
  await noBarrier(page, 'deleting the account')

  const zine = await publish(page.request, unique('Mine'), 'photo.avif', 'wide.webp')
  await visit(page, `/profile/${person.id}`)
  await button(page, 'Edit username').click()
  await noBarrier(page, 'a new name')
  await button(page, 'Cancel').click()
  await button(page, 'Add a bio to tell people about yourself').click()
  await page.getByRole('textbox', { name: 'Website' }).first().fill('ftp://moths.example')
  await button(page, 'Save').click()
  await expect(page.locator('.error').first()).toBeVisible()
  await noBarrier(page, 'a profile with an error')
  await button(page, 'Cancel').click()
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Change profile photo').click()
  await (await chooser).setFiles(fixtures('photo-sideways-gps.jpg'))
  await expect(page.getByRole('dialog', { name: 'Profile photo' })).toBeVisible()
  await noBarrier(page, 'a new photo')

  await visit(page, `/zine/${zine.id}`)
  await button(page, 'Zine menu').click()
  await noBarrier(page, 'the menu of a zine')
  await item(page, 'Delete Zine').click()
  await noBarrier(page, 'the question before deleting')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Upload').first().click()
  await button(page, 'Share').click()
  await noBarrier(page, 'an upload with errors')
  await dialog(page).locator('input[type=file]').first().setInputFiles(fixtures('photo.avif', 'wide.webp'))
  await dialog(page).getByText('More about this zine').click()
  await dialog(page)
    .getByLabel('Add more images')
    .setInputFiles(fixtures(...Array(4).fill('photo.avif')))
  await expect(dialog(page).getByText('You can upload up to 5 images total.')).toBeVisible()
  await noBarrier(page, 'an upload that is too long')
})

test('a zine that is changed', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Map'), 'photo.avif', 'wide.webp')
  await visit(page, `/zine/${zine.id}/edit`)
  await button(page, 'Remove page 1').click()
  await page.getByLabel('Add pictures').setInputFiles(fixtures('scan-16-bit.png'))
  await page.getByLabel('This makes a second printing. What changed?').fill('The map')
  await noBarrier(page, 'another printing')
  await change(page.request, `/api/zines/${zine.id}`, { version: 1, title: 'Theirs' })
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
  await button(page, 'Save changes').click()
  await expect(page.getByRole('dialog', { name: 'Two versions, one zine' })).toBeVisible()
  await noBarrier(page, 'two versions of a zine')
  await button(page, 'Keep mine').click()
  await button(page, 'Save changes').click()
  await page.getByText('The first printing').click()
  await noBarrier(page, 'earlier printings')
})

test('a draft on the table', async ({ page }) => {
  const maker = await register(page.request)
  const { draft } = await post(page.request, '/api/drafts', { content: { title: 'Moths' } })
  await openAndCheck(page, [`/profile/${maker.id}`, `/draft/${draft.id}`])
  const pdf = { name: 'flat.pdf', mimeType: 'application/pdf', buffer: flat(2) }
  await page.getByLabel('Choose a PDF').setInputFiles(pdf)
  await expect(page.getByText('Your PDF: 2 pages')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.editor-state')).toHaveText('Saved')
  await noBarrier(page, 'pages of a PDF')
  await button(page, 'As folded').click()
  await noBarrier(page, 'pages as folded')
  const path = `/api/drafts/${draft.id}`
  const { version, content } = (await (await page.request.get(path)).json()).draft
  await change(page.request, path, { version, content: { ...content, title: 'Theirs' } })
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
  await button(page, 'Compare and choose').click()
  await noBarrier(page, 'two versions of a draft')
})

test('the editor of a project', async ({ page, context }) => {
  const maker = await register(page.request)
  const { project } = await post(page.request, '/api/projects', { title: 'Moths', notes: 'Page 1.' })
  const state = page.locator('.editor-state')
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await visit(page, `/project/${project.id}/edit`)
  await expect(page.getByRole('dialog', { name: 'Your Project Canvas' })).toBeVisible()
  await noBarrier(page, 'the introduction')
  await button(page, "Got it, let's create!").click()
  await button(page, 'Project menu').click()
  await item(page, 'Earlier Versions').click()
  await expect(button(page, 'Restore')).toBeVisible()
  await noBarrier(page, 'earlier versions')
  await page.keyboard.press('Escape')
  await change(page.request, `/api/projects/${project.id}`, { notes: 'Elsewhere.', version: 1 })
  await notes.fill('Here.')
  await button(page, 'Compare and choose').click()
  await expect(page.getByRole('dialog', { name: 'Two texts, one project' })).toBeVisible()
  await noBarrier(page, 'two texts')
  await button(page, 'Keep mine').click()
  await expect(state).toHaveText('Saved')
  // What the site prefetches must have arrived: a page that goes offline in the middle of it logs errors.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/zine-popup')),
  )
  await page.waitForTimeout(1_000)
  await context.setOffline(true)
  await notes.fill('Offline.')
  await expect(state).toHaveText('Offline')
  await noBarrier(page, 'offline')
  await context.setOffline(false)
  await expect(state).toHaveText('Saved')
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await expect(state).toHaveText('A project needs a title')
  await noBarrier(page, 'without a title')
  await page.request.delete(`/api/projects/${project.id}`, { data: {} })
  await notes.fill('Too late.')
  await expect(button(page, 'Save as a new project')).toBeVisible()
  await noBarrier(page, 'a project that was deleted')
  await page.goto('about:blank')
  await visit(page, `/project/${project.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  await noBarrier(page, 'no project')
  await openAndCheck(page, [`/profile/${maker.id}?tab=workspace`])
})

test('the desk and its timer', async ({ page }) => {
  const { id } = await register(page.request)
  await visit(page, `/profile/${id}?tab=workspace`)
  await expect(page.getByRole('heading', { name: 'This is your desk' })).toBeVisible()
  await noBarrier(page, 'the introduction')
  await button(page, 'New Project').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Moths')
  await noBarrier(page, 'a new project')
  await button(page, 'Create Project').click()
  const { projects } = await (await page.request.get(`/api/users/${id}/projects`)).json()
  await post(page.request, '/api/projects', { title: 'Bus' })
  const session = { id: crypto.randomUUID(), projectId: projects[0].id, duration: 3, sessionType: 'focus' }
  await post(page.request, '/api/focus-sessions', session)
  await page.clock.install()
  await visit(page, `/profile/${id}?tab=workspace`)
  await page.getByLabel('Project', { exact: true }).selectOption('Moths')
  await button(page, 'Start').click()
  await page.clock.fastForward('03:30')
  await noBarrier(page, 'a running timer')
  await openAndCheck(page, ['/about'])
  await visit(page, `/profile/${id}?tab=workspace`)
  await page.getByLabel('Project', { exact: true }).selectOption('Bus')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await noBarrier(page, 'the question before switching')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Sessions of Moths').click()
  await dialog(page).getByText('As a table').click()
  await button(page, /^Correct 3 minutes/).click()
  await noBarrier(page, 'sessions')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Mark Moths as finished' }).click()
  await page.getByRole('tab', { name: /^Finished/ }).click()
  await button(page, 'Delete Moths').click()
  await noBarrier(page, 'the question before deleting')
})

test('what is hidden and what is answered', async ({ page, elsewhere }) => {
  const person = await register(elsewhere)
  const zine = await publish(elsewhere, unique('Street'))
  await post(page.request, '/api/reports', {
    zineId: zine.id,
    reason: 'spam',
    words: 'My street is on page 2.',
  })
  const { links } = await mailTo('operator@example.org', new RegExp(zine.title))
  const [hide = ''] = links.filter((link) => link.includes('/moderate#'))
  await page.goto(hide)
  await button(page, 'Hide This Zine').click()
  await expect(page.getByText('Please say why: the maker is told.')).toBeVisible()
  await noBarrier(page, 'a decision with an error')
  await page.getByLabel(/^Reason/).fill('Page 2 shows a home.')
  await button(page, 'Hide This Zine').click()
  await expect(page.getByRole('heading', { name: 'Decided' })).toBeVisible()
  await page.goto('/')
  await page.goto(hide)
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await noBarrier(page, 'a link that has ended')
  const reply = (await mailTo(person.email, /was hidden/)).links.find((link) => link.includes('/reply#'))
  await page.goto(reply ?? '')
  await button(page, 'Send Answer').click()
  await expect(page.getByText('Please write something.')).toBeVisible()
  await noBarrier(page, 'an answer with an error')
  await visit(page, '/')
  await signIn(page, person)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  await openAndCheck(page, [`/zine/${zine.id}`])
  await visit(page, '/profile')
  await page.getByText(`“${zine.title}” is hidden`).click()
  await noBarrier(page, 'a decision on the profile')
})

test('a rack that was looked through in a wide window fits a narrow one', async ({ page, elsewhere }) => {
  const word = unique('narrow')
  await register(elsewhere)
  await publishMany(
    elsewhere,
    Array.from({ length: 17 }, (_, index) => `${word} ${index}`),
  )
  await publish(elsewhere, `${word} is wide`, 'wide.webp')
  await visit(page, `/?q=${word}`)
  const first = page.locator('.rack-card img').first()
  const isDrawn = () => first.evaluate((image) => image.checkVisibility({ contentVisibilityAuto: true }))
  for (const to of [0, 99_999]) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate((y) => scrollTo(0, y), to)
    await expect.poll(isDrawn).toBe(to === 0)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${to}`).toBeLessThanOrEqual(0)
  }
})
