import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { memberId, refusal } from '#web/site/site.testing.tsx'
import {
  button,
  fakeEditor,
  leaveEditor,
  openEditor,
  put,
  saved,
  stateIs,
  type,
} from './editor-fake.testing.tsx'

const server = fakeEditor()

afterEach(leaveEditor)

test('a session that was renewed in another tab is used at once', async () => {
  server.answers[put] = refusal(401, 'Please sign in.', 'not_signed_in')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(page.getByText(/You were signed out/)).toBeVisible()
  server.answers[put] = saved('Eleven Moths', 4)
  announceViewerChange()
  await stateIs('Saved')
})

test('a save says whose it is, and in the session of somebody else it waits for its own', async () => {
  server.answers[put] = refusal(403, 'You can only do this for yourself.', 'not_yours')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(button('Sign in and go on')).toBeVisible()
  expect(server.asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ userId: memberId })
})

test('a project that is back after all is saved when that is asked for', async () => {
  server.answers[put] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(button('Save as a new project')).toBeVisible()
  server.answers[put] = saved('Eleven Moths', 4)
  await userEvent.keyboard('{Control>}s{/Control}')
  await stateIs('Saved')
})
