import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readKept } from '#web/browser/local-storage.ts'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { LayOutButton } from './begin-draft.tsx'
import { DraftRack } from './draft-rack.tsx'
import { draftId, exampleDraft } from './example-draft.testing.ts'

const list = `/api/users/${memberId}/drafts`
const other = '0199a0b2-0000-7000-8000-0000000000d2'
const server = fakeServer({ '/api/auth/user': { user: member }, [list]: { drafts: [] } })

const Profile = () => (
  <main>
    <h2>Your Zines</h2>
    <LayOutButton />
    <DraftRack userId={memberId} />
  </main>
)
const open = () => openSite({ at: '/profile', routes: [{ path: '/profile', Component: Profile }] })
const heading = page.getByRole('heading', { name: 'On your table' })

test('drafts lie on the table, each with what is known of it', async () => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const refused = 'A page of it is gone.'
  server.answers[list] = {
    drafts: [
      exampleDraft({ publishAt }),
      exampleDraft({ id: other, title: ' ', pageCount: 0, publishAt, refusal: refused }),
    ],
  }
  await open()
  await expect.element(heading).toBeVisible()
  const [named, unnamed] = page.getByRole('listitem').elements()
  expect(named?.textContent).toMatch(/^Eleven Moths8 pagesPublishes \w+ at \d\d:\d\d$/)
  expect(unnamed?.textContent).toBe(`Untitled zineno pages yetIt was not published. ${refused}`)
  await page.getByRole('link', { name: 'Eleven Moths' }).click()
  await expect.element(page.getByText(`at /draft/${draftId}`)).toBeVisible()
})

test('where something lay last time, its room is kept while it is read', async () => {
  server.answers[list] = { drafts: [exampleDraft()] }
  await open()
  await expect.element(heading).toBeVisible()
  await expect.poll(() => readKept(`foldout:${memberId}:on-the-table`)).toBe(1)
  server.answers[list] = new Promise(() => undefined)
  await open()
  await expect.element(page.getByText('Loading your drafts')).toBeInTheDocument()
})

test('what could not be reached can be asked for again', async () => {
  server.answers[list] = new Response('', { status: 503 })
  await open()
  await expect.element(page.getByText('What lies on your table could not be reached.')).toBeVisible()
  server.answers[list] = { drafts: [exampleDraft()] }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: 'Eleven Moths' })).toBeVisible()
})

test('a draft is deleted after a question that names it', async () => {
  server.answers[list] = { drafts: [exampleDraft(), exampleDraft({ id: other, title: 'Lamps' })] }
  server.answers[`DELETE /api/drafts/${draftId}`] = refusal(503, 'Busy', 'unavailable')
  await open()
  const button = page.getByRole('button', { name: 'Delete the draft Eleven Moths' })
  await button.click()
  const question = page.getByRole('alertdialog')
  const sentence =
    'Are you sure you want to delete "Eleven Moths"? This action cannot be undone, and its pages are gone with it.'
  await expect.element(question.getByText(sentence)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  await button.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(readToast).toMatchObject({ title: 'Error', description: 'Failed to delete draft' })
  server.answers[`DELETE /api/drafts/${draftId}`] = { success: true }
  server.answers[list] = { drafts: [exampleDraft({ id: other, title: 'Lamps' })] }
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(readToast).toMatchObject({ title: 'Draft deleted' })
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Lamps' })).toBeVisible()
})

test('one that is gone already counts as deleted', async () => {
  server.answers[list] = { drafts: [exampleDraft()] }
  server.answers[`DELETE /api/drafts/${draftId}`] = refusal(404, 'Gone', 'not_found')
  await open()
  await page.getByRole('button', { name: 'Delete the draft Eleven Moths' }).click()
  server.answers[list] = { drafts: [] }
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(readToast).toMatchObject({ title: 'Draft deleted' })
  await expect.element(heading).not.toBeInTheDocument()
})

test('a longer zine is begun once, however often that is pressed, and lies open then', async () => {
  let answer = (_: unknown) => {}
  server.answers['POST /api/drafts'] = new Promise((resolve) => {
    answer = resolve
  })
  await open()
  const begin = page.getByRole('button', { name: 'Lay out a longer zine' })
  await begin.click()
  await begin.click()
  answer({ draft: { id: draftId } })
  await expect.element(page.getByText(`at /draft/${draftId}`)).toBeVisible()
  expect(server.writes()).toEqual([{ method: 'POST', path: '/api/drafts', body: {} }])
})

test('a table that is full says so', async () => {
  server.answers['POST /api/drafts'] = refusal(403, 'There are 50 drafts on your table.', 'quota_reached')
  await open()
  await page.getByRole('button', { name: 'Lay out a longer zine' }).click()
  await expect
    .poll(readToast)
    .toMatchObject({ title: 'Error', description: 'There are 50 drafts on your table.' })
})
