import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keep, keptKeys } from '#web/browser/local-storage.ts'
import { button, drafts, fakeEditor, leaveEditor, openEditor } from '../editor-fake.testing.tsx'

fakeEditor()

afterEach(leaveEditor)

test('a text put aside is thrown away after a question, and only that one', async () => {
  const aside = { title: 'Eleven Moths', version: 3, sent: [], isAside: true }
  keep(`${drafts}a`, { ...aside, notes: 'Aside.', at: 2 })
  keep(`${drafts}b`, { ...aside, notes: 'Another.', at: 1 })
  await openEditor()
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  const sheet = page.getByRole('dialog', { name: 'Earlier Versions' })
  const question = page.getByRole('alertdialog', { name: 'Throw this text away?' })
  await sheet.getByRole('button', { name: 'Throw away' }).click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(sheet.getByText('Aside.', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Throw away' }).click()
  await question.getByRole('button', { name: 'Throw away' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(sheet.getByText('Another.', { exact: true })).toBeVisible()
  expect(keptKeys(drafts)).toEqual([`${drafts}b`])
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
})
