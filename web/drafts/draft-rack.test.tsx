import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { memberId, memberServer, openSite, refusal } from '#web/site/site.testing.tsx'
import { LayOutButton } from './begin-draft.tsx'
import { DraftRack } from './draft-rack.tsx'
import { draftId, exampleDraft } from './example-draft.testing.ts'

const list = `/api/users/${memberId}/drafts`
const other = '0199a0b2-0000-7000-8000-0000000000d2'
const server = memberServer({ [list]: { drafts: [] } })

const Profile = () => (
  <main>
    <h2>Your Zines</h2>
    <LayOutButton />
    <DraftRack userId={memberId} />
  </main>
)
const open = () => openSite({ at: '/profile', routes: [{ path: '/profile', Component: Profile }] })
const heading = page.getByRole('heading', { name: 'On your table' })

test('drafts are on the table, each with its details', async () => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const refused = 'A page of it is gone.'
  server.answers[list] = {
    drafts: [
      exampleDraft({ publishAt }),
      exampleDraft({ id: other, title: ' ', pageCount: 0, publishAt, refusal: refused }),
    ],
  }
  await open()
  await isSeen(heading)
  const [named, unnamed] = page.getByRole('listitem').elements()
  expect(named?.textContent).toMatch(/^Eleven Moths8 pagesPublishes \w+ at \d\d:\d\d$/)
  expect(unnamed?.textContent).toBe(`Untitled zineno pages yetIt was not published. ${refused}`)
  await page.getByRole('link', { name: 'Eleven Moths' }).click()
  await isSeen(`at /draft/${draftId}`)
})

test('drafts that failed to load can be loaded again', async () => {
  server.answers[list] = new Response('', { status: 503 })
  await open()
  await isSeen('Your drafts could not be loaded.')
  server.answers[list] = { drafts: [exampleDraft()] }
  await page.getByRole('button', { name: 'Try again' }).click()
  await isSeen(page.getByRole('link', { name: 'Eleven Moths' }))
})

test('a draft is deleted after a confirmation that names it, and a missing one counts as deleted', async () => {
  server.answers[list] = { drafts: [exampleDraft(), exampleDraft({ id: other, title: 'Lamps' })] }
  server.answers[`DELETE /api/drafts/${draftId}`] = refusal(503, 'Busy', 'unavailable')
  await open()
  const button = page.getByRole('button', { name: 'Delete the draft Eleven Moths' })
  await button.click()
  const question = page.getByRole('alertdialog')
  const sentence =
    'Are you sure you want to delete “Eleven Moths”? This also deletes its pages and cannot be undone.'
  await isSeen(question.getByText(sentence))
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  await button.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await said({ title: 'Error', description: 'Failed to delete draft' })
  server.answers[`DELETE /api/drafts/${draftId}`] = refusal(404, 'Gone', 'not_found')
  server.answers[list] = { drafts: [exampleDraft({ id: other, title: 'Lamps' })] }
  await question.getByRole('button', { name: 'Delete' }).click()
  await said({ title: 'Draft deleted' })
  await isGone(question)
  await isGone(button)
  await isSeen(page.getByRole('link', { name: 'Lamps' }))
})

test('a longer zine is created once, however often the button is clicked, and opens', async () => {
  const answer = server.hold('POST /api/drafts')
  await open()
  const begin = page.getByRole('button', { name: 'Lay out a longer zine' })
  await begin.click()
  await begin.click()
  answer({ draft: { id: draftId } })
  await isSeen(`at /draft/${draftId}`)
  expect(server.writes()).toEqual([{ method: 'POST', path: '/api/drafts', body: {} }])
})

test('a full table says so', async () => {
  server.answers['POST /api/drafts'] = refusal(403, 'You have 50 drafts, the maximum.', 'quota_reached')
  await open()
  await page.getByRole('button', { name: 'Lay out a longer zine' }).click()
  await said({ title: 'Error', description: 'You have 50 drafts, the maximum.' })
})
