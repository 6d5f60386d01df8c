import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, openSite } from '#web/site/site.testing.tsx'
import { ReportDialog } from './report-dialog.tsx'

const server = fakeServer({})
const zineId = '0199a0b2-0000-7000-8000-00000000000d'
const tooManyMessage = 'You have reported much today. Please try again tomorrow.'

const dialog = page.getByRole('dialog', { name: 'Report this zine' })
const detailsField = dialog.getByLabelText(/^In your own words/)
const expectDialog = () => expectVisible(dialog)

/** Sends a report whose request is pending until the test responds. */
async function startSending() {
  const respond = server.hold('/api/reports')
  const Reporting = () => <ReportDialog about={{ zineId }} name="Moths" onClose={() => void closed.push('closed')} />
  const closed: string[] = []
  await openSite({ before: ['/'], at: '/zine', routes: [{ path: '/zine', Component: Reporting }] })
  await dialog.getByText('It is spam').click()
  await detailsField.fill('The same on every page.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expectVisible(dialog.getByRole('button', { name: 'Sending…' }))
  return { respond, closed }
}

test('a report about something else needs words', async () => {
  server.responses['/api/reports'] = { success: true }
  await openSite({
    before: ['/'],
    at: '/zine',
    routes: [{ path: '/zine', element: <ReportDialog about={{ zineId }} name="Moths" onClose={() => undefined} /> }],
  })
  const send = dialog.getByRole('button', { name: 'Send report' })
  await dialog.getByText('Something else').click()
  await send.click()
  await expectVisible(dialog.getByText('Please describe what is wrong.'))
  await expect.element(detailsField).toHaveFocus()
  expect(server.calls('/api/reports')).toBe(0)
  await detailsField.fill('Its pages are empty.')
  await expectGone(dialog.getByText('Please describe what is wrong.'))
  await send.click()
  await expectToast({ title: 'Report sent' })
  expect(server.bodyOf('/api/reports')).toMatchObject({ reason: 'other', words: 'Its pages are empty.' })
})

test('a report being sent cannot be closed, and an error is shown in it', async () => {
  const { respond, closed } = await startSending()
  await userEvent.keyboard('{Escape}')
  for (const name of ['Cancel', 'Close']) await dialog.getByRole('button', { name }).click({ force: true })
  detailsField.element().focus()
  await userEvent.keyboard('More')
  respond(errorResponse('too_many_requests', tooManyMessage))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(tooManyMessage)
  await expectDialog()
  expect(closed).toEqual([])
  await expect.element(detailsField).toHaveValue('The same on every page.')
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual(['closed'])
})

test('a reporter who left the page is notified that the report was not sent', async () => {
  const { respond } = await startSending()
  // Clicks by script, like the browser's Back, because the dialog covers the button.
  const backButton = page.getByRole('button', { name: 'Go back', includeHidden: true })
  ;(backButton.element() as HTMLElement).click()
  await expectGone(dialog)
  respond(errorResponse('too_many_requests', tooManyMessage))
  await expectToast({ title: 'Report not sent', description: tooManyMessage, variant: 'destructive' })
})
