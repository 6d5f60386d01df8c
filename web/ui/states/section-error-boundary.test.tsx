import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { SectionErrorBoundary } from './section-error-boundary.tsx'

let isBroken = true
function FailingSection() {
  if (isBroken) throw new RangeError('Incorrect locale information provided')
  return <p>The part</p>
}
const message = page.getByText('This part of the page could not be shown.')

test('a failed section says so in its place, and is shown after a retry', async () => {
  isBroken = true
  await renderInEnglish(
    <main>
      <h1>The page</h1>
      <SectionErrorBoundary>
        <FailingSection />
      </SectionErrorBoundary>
    </main>,
  )
  await expectVisible(message)
  await expectVisible(page.getByRole('heading', { name: 'The page' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(message)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible('The part')
})

test('a dialog whose content fails can be closed', async () => {
  isBroken = true
  let isOpen = true
  await renderInEnglish(
    <Dialog open onOpenChange={(open) => (isOpen = open)} title="The dialog">
      <FailingSection />
    </Dialog>,
  )
  await expectVisible(message)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(isOpen).toBe(false)
})
