import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectPagesAccessible } from '../support/accessibility.ts'
import { callApi, expect, fixtures, press, register, test, uniqueName, visit } from '../support/journey.ts'
import { journeyDataDir } from '../support/journey-data.ts'
import { publishLongZine } from '../support/long-zine.ts'
import { publish, uploadAndPublish } from '../support/published-zine.ts'

/**
 * Checks every page, dialog and unusual state with axe, in light and dark, wide and narrow, and for content wider than the
 * window. States that another journey reaches are checked there with `expectAccessible`. All others are checked here.
 */
test.describe.configure({ timeout: 400_000 })

const dialog = (page: Page) => page.getByRole('dialog')

const rules = `# House rules

Read [this](https://example.org/a/very/long/address/that/does/not/fit/on/any/phone).

1. Paper
   - \`code_that_is_far_too_long_to_be_shown_on_one_line_of_a_telephone_in_portrait\`

> As Ana said.

| What | How long |
|---|---|
| zines | until you delete them |
`

test('the pages that a guest reads', async ({ page, otherRequest }) => {
  const maker = await register(otherRequest, uniqueName('Wolkenkratzer'))
  const title = `${uniqueName('A')} very long title that goes on for quite a while and then some more`
  const zine = await publish(otherRequest, title, 'photo.avif', 'wide.webp')
  const details = { kind: 'comic', languages: ['pt'], subjects: ['moths'], series: 'Night', issue: '1' }
  await callApi(otherRequest, 'put', `/api/zines/${zine.id}`, { version: 1, details, mayPrint: true })
  const { shelf } = await callApi(otherRequest, 'post', '/api/shelves', {
    title: 'Kitchen',
    visibility: 'public',
  })
  await callApi(otherRequest, 'put', `/api/shelves/${shelf.id}/zines/${zine.id}`, {})
  const film = await uploadAndPublish(otherRequest, uniqueName('Film'), 'clip.mp4')
  const longZine = { title: uniqueName('Long'), count: 6, landscape: [3] }
  const { id: longId } = await publishLongZine(otherRequest, longZine)
  const folder = join(journeyDataDir(), 'pages')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'rules.md'), rules)
  const lists = ['/', '/?tab=popular', '/?tab=creators', '/?tab=favorites', '/?q=nothing', '/?kind=comic']
  const pages = [`/profile/${maker.id}`, `/profile/${maker.id}/series/night`, `/shelf/${shelf.id}`]
  const readings = ['', '/read', '/text', '/print', '/edit'].map((end) => `/zine/${zine.id}${end}`)
  // A page next to a wide one, and a video.
  const zinePaths = [`/zine/${longId}/read?page=3`, `/zine/${film.id}/read`]
  const simplePaths = [
    'about',
    'rules',
    'privacy',
    'nowhere',
    'account-settings',
    'offline',
    'moderate',
    'reply',
    'unsubscribe',
  ]
  await expectPagesAccessible(
    page,
    ...lists,
    ...pages,
    ...readings,
    ...zinePaths,
    ...simplePaths.map((path) => `/${path}`),
  )
  await rm(join(folder, 'rules.md'))
})

test('the dialogs of a guest', async ({ page, otherRequest }) => {
  const { username } = await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Guest'), 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${zine.title}`)
  await page.getByText('Filter', { exact: true }).click()
  await expectAccessible(page, 'filters', page.getByLabel('Kind'))
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/?q=${zine.title}`)
  await page.getByText('Filter', { exact: true }).click()
  await expectAccessible(page, 'filters on a phone', dialog(page).getByLabel('Length'))
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })
  await press(page, 'Sign in')
  await expectAccessible(page, 'signing in', dialog(page))
  await press(page, 'Forgot password?')
  await expectAccessible(page, 'a new password', page.getByRole('dialog', { name: 'Reset Password' }))
  await page.keyboard.press('Escape')
  await press(page, 'Create Account')
  await dialog(page).getByLabel('Email').fill('nowhere')
  await dialog(page).getByLabel('Username').fill(username)
  await dialog(page).getByLabel('Password').fill('correct horse')
  await press(page, 'Create Account')
  await expectAccessible(page, 'an account with errors', dialog(page).locator('.error').first())
  await page.keyboard.press('Escape')
  await press(page.getByRole('banner'), 'Upload')
  await expectAccessible(page, 'uploading', dialog(page))
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: zine.title }).click()
  await expectAccessible(page, 'an open zine', dialog(page).getByText('page 1 of 2', { exact: true }))
})

test('the pages and dialogs of a member', async ({ page }) => {
  const person = await register(page.request)
  await expectPagesAccessible(page, '/profile', '/profile?tab=favorites', '/account-settings', '/import')
  await visit(page, `/profile/${person.id}`)
  await press(page, 'Edit username')
  await expectAccessible(page, 'a new name', page.getByRole('textbox', { name: 'Username' }))
  await press(page, 'Cancel', 'Add a bio to tell people about yourself')
  await page.getByRole('textbox', { name: 'Website' }).first().fill('ftp://moths.example')
  await press(page, 'Save')
  await expectAccessible(page, 'a profile with an error', page.locator('.error').first())
  await press(page, 'Cancel')
  await press(page.getByRole('banner'), 'Upload')
  await press(page, 'Share')
  await expectAccessible(page, 'an upload with errors', dialog(page).getByRole('alert'))
  await dialog(page).locator('input[type=file]').first().setInputFiles(fixtures('photo.avif', 'wide.webp'))
  await dialog(page).getByText('More about this zine').click()
  await expectAccessible(page, 'an upload', dialog(page).getByLabel('Kind'))
  await visit(page, `/zine/${(await publish(page.request, uniqueName('Mine'))).id}`)
  await press(page, 'Zine menu')
  await expectAccessible(page, 'the menu of a zine', page.getByRole('menuitem', { name: 'Delete Zine' }))
  await press(page, 'Delete Zine')
  await expectAccessible(page, 'the question before deleting', page.getByRole('alertdialog'))
})

test('the editor of a project in trouble', async ({ page, context }) => {
  await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', {
    title: 'Moths',
    notes: 'Page 1.',
  })
  const state = page.locator('.session-state')
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await visit(page, `/project/${project.id}/edit`)
  await expectAccessible(page, 'the introduction', page.getByRole('dialog', { name: 'Your Project Canvas' }))
  await press(page, "Got it, let's create!")
  // Prefetching must have finished, because a page that goes offline during it logs errors.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/zine-popup')),
  )
  await page.waitForTimeout(1_000)
  await context.setOffline(true)
  await notes.fill('Offline.')
  await expect(state).toHaveText('Offline')
  await expectAccessible(page, 'offline')
  await context.setOffline(false)
  await expect(state).toHaveText('Saved')
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await expect(state).toHaveText('A project needs a title')
  await expectAccessible(page, 'without a title')
  await page.request.delete(`/api/projects/${project.id}`, { data: {} })
  await notes.fill('Too late.')
  await expect(page.getByRole('button', { name: 'Save as a new project' })).toBeVisible()
  await expectAccessible(page, 'a project that was deleted')
})
