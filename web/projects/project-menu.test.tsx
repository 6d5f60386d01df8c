import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draftId, exampleDraft } from '#web/drafts/example-draft.testing.ts'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { Tips } from '#web/ui/controls/tooltip.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { exampleTicket, projectId } from './example-project.testing.ts'
import { ProjectTicket } from './project-ticket.tsx'

const list = `/api/users/${memberId}/drafts`
const server = fakeServer({
  '/api/auth/user': { user: member },
  [list]: { drafts: [exampleDraft()] },
  'POST /api/drafts': { draft: { id: draftId } },
})

const nothing = () => undefined
const zineId = '0199a0b2-0000-7000-8000-00000000000a'
const open = (project = {}) => {
  const Desk = () => (
    <main>
      <Tips>
        <ul>
          <ProjectTicket
            project={{ ...exampleTicket({}), ...project }}
            isRunning={false}
            isToggling={false}
            unsentMinutes={0}
            {...{
              onToggle: nothing,
              onSessions: nothing,
              onEdit: nothing,
              onDelete: nothing,
              onNear: nothing,
            }}
          />
        </ul>
      </Tips>
    </main>
  )
  return openSite({ at: '/desk', routes: [{ path: '/desk', Component: Desk }] })
}
const menu = page.getByRole('button', { name: 'Menu of Eleven Moths' })
const item = page.getByRole('menuitem', { name: 'Lay out as a zine' })
const isOnTable = () => expect.element(page.getByText(`at /draft/${draftId}`)).toBeVisible()

test('a project is laid out as a zine of its title, with the keyboard alone', async () => {
  await open()
  await expect.element(menu).toBeVisible()
  menu.element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await isOnTable()
  expect(server.writes()).toEqual([
    { method: 'POST', path: '/api/drafts', body: { projectId, content: { title: 'Eleven Moths' } } },
  ])
})

test('one that lies on the table already is gone on with', async () => {
  server.answers[list] = { drafts: [exampleDraft({ projectId })] }
  await open()
  await menu.click()
  await item.click()
  await isOnTable()
  expect(server.writes()).toEqual([])
})

test('what could not be begun is told, and focus is on the menu', async () => {
  server.answers[list] = new Response('', { status: 503 })
  server.answers['POST /api/drafts'] = refusal(403, 'There are 50 drafts on your table.', 'quota_reached')
  await open()
  await menu.click()
  await item.click()
  await expect
    .poll(readToast)
    .toMatchObject({ title: 'Error', description: 'There are 50 drafts on your table.' })
  await expect.element(menu).toHaveFocus()
})

test('the ticket leads to the zine that came of it', async () => {
  await open({ zineId })
  await page.getByRole('link', { name: 'See the zine' }).click()
  await expect.element(page.getByText(`at /zine/${zineId}`)).toBeVisible()
})

test('a project of which no zine came leads to none', async () => {
  await open({ zineId: null })
  await expect.element(menu).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the zine' })).not.toBeInTheDocument()
})
