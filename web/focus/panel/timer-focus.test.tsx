import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { projectId } from '#web/projects/example-project.testing.ts'
import {
  begun,
  button,
  chosenProject,
  minute,
  openWorkspace,
  porchId,
  workspaceServer,
} from '#web/projects/workspace.testing.tsx'
import { memberId, refusal } from '#web/site/site.testing.tsx'

const session = { id: 's', projectId, userId: memberId, duration: 5, sessionType: 'focus', startedAt: '' }
const server = workspaceServer({ '/api/focus-sessions': { session, totalMinutes: 225 } })

test('Start gives focus to Finish, Finish to Start, and Stop to Start', async () => {
  await openWorkspace()
  await expect.element(button('Start')).toBeEnabled()
  button('Start').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Finish')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Start')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Finish')).toHaveFocus()
  await button('Stop').click()
  await expect.element(button('Start')).toHaveFocus()
})

test('stopping after the question gives focus to Start', async () => {
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  await button('Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(button('Start')).toHaveFocus()
})

test('switching gives focus back to the choice of the project', async () => {
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  await chosenProject.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(chosenProject).toHaveValue(porchId)
  await expect.element(chosenProject).toHaveFocus()
})

test('running out gives focus to Start, but only from inside', async () => {
  begun(15 * minute - 1_500, { minutes: 15 })
  await openWorkspace()
  await expect.element(button('Finish')).toBeVisible()
  button('Finish').element().focus()
  await expect.element(button('Start')).toHaveFocus()
})

test('running out leaves focus alone that is elsewhere', async () => {
  begun(15 * minute - 1_500, { minutes: 15 })
  await openWorkspace()
  await expect.element(button('Finish')).toBeVisible()
  button('Finish').element().focus()
  button('New Project').element().focus()
  await expect.element(button('Start')).toBeVisible()
  await expect.element(button('New Project')).toHaveFocus()
})

test('minutes that were refused give focus to the panel when they go', async () => {
  begun(5.5 * minute, { minutes: 15 })
  server.answers['/api/focus-sessions'] = refusal(404, 'Not found', 'not_found')
  await openWorkspace()
  await button('Finish').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  server.answers['/api/focus-sessions'] = { session, totalMinutes: 5 }
  await button('Log them').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByRole('complementary', { name: 'Focus timer' })).toHaveFocus()
})

test('on a phone the projects come first, and the timer is a bar that opens and folds', async () => {
  await page.viewport(390, 844)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  const opener = page.getByRole('button', { name: /^Open the timer, 09:\d\d$/ })
  await expect.element(opener).toBeVisible()
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await expect.element(button('Finish')).not.toBeInTheDocument()
  const list = page.getByRole('article').first().element()
  expect(list.compareDocumentPosition(opener.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await opener.click()
  await expect.element(button('Finish')).toBeVisible()
  await button('Finish').click()
  await expect.element(button('Start')).toHaveFocus()
  await page.getByRole('button', { name: /^Fold the timer away/ }).click()
  await expect.element(button('Start')).not.toBeInTheDocument()
})

test('on a phone the bar opens by itself when minutes could not be logged', async () => {
  await page.viewport(390, 844)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  server.answers['/api/focus-sessions'] = refusal(404, 'Not found', 'not_found')
  await page.getByRole('button', { name: /^Open the timer/ }).click()
  await button('Finish').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await cleanup()
  await openWorkspace()
  await expect.element(page.getByRole('alert')).toBeVisible()
})
