import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { LayOutButton } from './create-draft.tsx'
import { DraftRack } from './draft-rack.tsx'
import { draftId, exampleDraft, exampleOpenDraft } from './example-draft.testing.ts'

const list = `/api/users/${memberId}/drafts`
const otherId = '0199a0b2-0000-7000-8000-0000000000d2'
const server = memberServer({ [list]: { drafts: [] } })

const Profile = () => (
  <main>
    <h2>Your Zines</h2>
    <LayOutButton />
    <DraftRack userId={memberId} />
  </main>
)
const open = () => openSite({ at: '/profile', routes: [{ path: '/profile', Component: Profile }] })
const heading = page.getByRole('heading', { name: 'On your layout table' })

test('drafts are on the table, each with its details', async () => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const refusalMessage = 'A page of it is gone.'
  server.responses[list] = {
    drafts: [
      exampleDraft({ publishAt }),
      exampleDraft({ id: otherId, title: ' ', pageCount: 0, publishAt, refusal: refusalMessage }),
    ],
  }
  await open()
  await expectVisible(heading)
  const [named, unnamed] = page.getByRole('listitem').elements()
  expect(named?.textContent).toMatch(/^Eleven Moths8 pagesPublishes \w+ at \d\d:\d\d$/)
  expect(unnamed?.textContent).toBe(`Untitled zineno pages yetIt was not published. ${refusalMessage}`)
  await page.getByRole('link', { name: 'Eleven Moths' }).click()
  await expectVisible(`at /draft/${draftId}`)
})

test('drafts that failed to load can be loaded again', async () => {
  server.responses[list] = new Response('', { status: 503 })
  await open()
  await expectVisible('Your drafts could not be loaded.')
  server.responses[list] = { drafts: [exampleDraft()] }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('link', { name: 'Eleven Moths' }))
})

test('a draft is deleted after a confirmation that names it, and a missing one counts as deleted', async () => {
  server.responses[list] = { drafts: [exampleDraft(), exampleDraft({ id: otherId, title: 'Lamps' })] }
  server.responses[`DELETE /api/drafts/${draftId}`] = errorResponse('unavailable', 'Busy')
  await open()
  const button = page.getByRole('button', { name: 'Delete the draft Eleven Moths' })
  await button.click()
  const question = page.getByRole('alertdialog')
  const message = 'Are you sure you want to delete “Eleven Moths”? This also deletes its pages and cannot be undone.'
  await expectVisible(question.getByText(message))
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  await button.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast({ title: 'Error', description: 'Failed to delete draft' })
  server.responses[`DELETE /api/drafts/${draftId}`] = errorResponse('not_found', 'Gone')
  server.responses[list] = { drafts: [exampleDraft({ id: otherId, title: 'Lamps' })] }
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast({ title: 'Draft deleted' })
  await expectGone(question)
  await expectGone(button)
  await expectVisible(page.getByRole('link', { name: 'Lamps' }))
})

test('a longer zine is created once, however often the button is clicked, and opens', async () => {
  const respond = server.hold('POST /api/drafts')
  await open()
  const createButton = page.getByRole('button', { name: 'Lay out a longer zine' })
  await createButton.click()
  await createButton.click()
  respond({ draft: exampleOpenDraft() })
  await expectVisible(`at /draft/${draftId}`)
  expect(server.writes()).toEqual([{ method: 'POST', path: '/api/drafts', body: {} }])
})

test('a full table says so', async () => {
  server.responses['POST /api/drafts'] = errorResponse('quota_reached', 'You have 50 drafts, the maximum.')
  await open()
  await page.getByRole('button', { name: 'Lay out a longer zine' }).click()
  await expectToast({ title: 'Error', description: 'You have 50 drafts, the maximum.' })
})
