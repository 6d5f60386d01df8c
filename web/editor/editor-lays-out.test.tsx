import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draftId } from '#web/drafts/example-draft.testing.ts'
import { memberId } from '#web/site/site.testing.tsx'
import {
  button,
  example,
  fakeEditor,
  leaveEditor,
  openEditor,
  put,
  saved,
  type,
} from './editor-fake.testing.tsx'

const server = fakeEditor()

afterEach(leaveEditor)

test('a project is laid out from its canvas, and what was typed is saved on the way', async () => {
  server.answers[put] = saved('Eleven Moths', 4)
  server.answers[`/api/users/${memberId}/drafts`] = { drafts: [] }
  server.answers['POST /api/drafts'] = { draft: { id: draftId } }
  await openEditor()
  await type(' Window.')
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Lay out as a zine' }).click()
  await expect.element(page.getByText(`at /draft/${draftId}`)).toBeVisible()
  expect(server.bodyOf('/api/drafts')).toEqual({ projectId: example.id, content: { title: 'Eleven Moths' } })
  expect(server.writes().filter(({ method }) => method === 'PUT')[0]?.body).toMatchObject({
    notes: 'Page 1. Window.',
  })
})
