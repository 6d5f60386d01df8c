import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { isSeen } from '#web/site/seen.testing.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { PartBoundary } from './part-boundary.tsx'

let isBroken = true
function Part() {
  if (isBroken) throw new RangeError('Incorrect locale information provided')
  return <p>The part</p>
}
const message = page.getByText('This part of the page could not be shown.')

test('a failed section says so in its place, and is shown after a retry', async () => {
  isBroken = true
  await render(
    <main>
      <h1>The page</h1>
      <PartBoundary>
        <Part />
      </PartBoundary>
    </main>,
  )
  await isSeen(message)
  await isSeen(page.getByRole('heading', { name: 'The page' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await isSeen(message)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await isSeen('The part')
})

test('a dialog whose content fails can be closed', async () => {
  isBroken = true
  let isOpen = true
  await render(
    <Dialog open onOpenChange={(open) => (isOpen = open)} title="The dialog">
      <Part />
    </Dialog>,
  )
  await isSeen(message)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(isOpen).toBe(false)
})
