import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToast } from '#web/site/expectations.testing.ts'
import { fakeServer, openSite } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { exampleZine } from './example-zine.testing.ts'
import { ZineMenu } from './zine-menu.tsx'

const zine = exampleZine()
const server = fakeServer({})

async function deleteWith(onDeleted: () => void) {
  const Menu = () => <ZineMenu zine={zine} onDeleted={onDeleted} />
  await openSite({ at: '/zine', routes: [{ path: '/zine', Component: Menu }] })
  await page.getByRole('button', { name: 'Zine menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Zine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Zine' }).click()
}

test('a zine that could not be deleted says so', async () => {
  server.responses[`DELETE /api/zines/${zine.id}`] = new Response('', { status: 502 })
  await deleteWith(() => undefined)
  await expectToast({ title: 'Error', description: 'Failed to delete zine' })
})

test('a deleted zine is reported as deleted, even if leaving its page fails', async () => {
  const reported: string[] = []
  const report = ({ message }: ErrorEvent) => reported.push(message)
  window.addEventListener('error', report)
  onTestFinished(() => window.removeEventListener('error', report))
  server.responses[`DELETE /api/zines/${zine.id}`] = { success: true }
  await deleteWith(() => {
    throw new Error('The page stays')
  })
  await expect.poll(() => reported).toEqual([expect.stringContaining('The page stays')])
  expect(readToast()).toMatchObject({ title: 'Success', description: 'Zine deleted successfully' })
})
