import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { fakeServer, openSite, refusal } from '#web/site/site.testing.tsx'
import { ReportDialog } from './report-dialog.tsx'

const server = fakeServer({})
const zineId = '0199a0b2-0000-7000-8000-00000000000d'
const tooMany = 'You have reported much today. Please try again tomorrow.'

const dialog = page.getByRole('dialog', { name: 'Report this zine' })
const words = dialog.getByLabelText(/^In your own words/)
const isThere = () => isSeen(dialog)

/** Sends a report whose request is pending until the test responds. */
async function beginSending() {
  const answer = server.hold('/api/reports')
  const Reporting = () => (
    <ReportDialog about={{ zineId }} name="Moths" onClose={() => void closed.push('closed')} />
  )
  const closed: string[] = []
  await openSite({ before: ['/'], at: '/zine', routes: [{ path: '/zine', Component: Reporting }] })
  await dialog.getByText('It is spam').click()
  await words.fill('The same on every page.')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await isSeen(dialog.getByRole('button', { name: 'Sending...' }))
  return { answer, closed }
}

test('a report being sent cannot be closed, and an error is shown in it', async () => {
  const { answer, closed } = await beginSending()
  await userEvent.keyboard('{Escape}')
  for (const name of ['Cancel', 'Close']) await dialog.getByRole('button', { name }).click({ force: true })
  words.element().focus()
  await userEvent.keyboard('More')
  answer(refusal(429, tooMany, 'too_many_requests'))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(tooMany)
  await isThere()
  expect(closed).toEqual([])
  await expect.element(words).toHaveValue('The same on every page.')
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual(['closed'])
})

test('a reporter who left the page is notified that the report was not sent', async () => {
  const { answer } = await beginSending()
  // Clicks by script, like the browser's Back, because the dialog covers the button.
  const back = page.getByRole('button', { name: 'Go back', includeHidden: true })
  ;(back.element() as HTMLElement).click()
  await isGone(dialog)
  answer(refusal(429, tooMany, 'too_many_requests'))
  await said({ title: 'Report not sent', description: tooMany, variant: 'destructive' })
})
