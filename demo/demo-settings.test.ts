import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { demoForms } from './demo-settings.ts'

const form = { CONTACT_URL: 'https://zines.example/form' }

test('a form opens in a new tab, and the link says so', async () => {
  const site = await startTestApp({ pages: pageSource, settings: form })
  const { text } = await site.call({ path: '/' })
  expect(text).toMatch(/<a [^>]*target="_blank"[^>]*>Contact(<!-- -->)?<span[^>]*> \(opens in a new tab\)</)
  await site.close()
})

test('an operator of the demo can set other forms, or none', () => {
  const config = readConfig({ SECRET: 'x'.repeat(32), ...demoForms, ...form, FEEDBACK_URL: '' })
  expect([config.contactUrl, config.feedbackUrl]).toEqual([form.CONTACT_URL, undefined])
})
