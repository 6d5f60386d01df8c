import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { demoForms } from './demo-settings.ts'

/** The link with these words on a page, and what a screen reader adds to them. */
async function linkOn(path: string, words: string, settings: Record<string, string>) {
  const site = await startTestApp({ pages: pageSource, settings })
  try {
    const { text } = await site.call({ path })
    return new RegExp(`<a ([^>]*)>${words}(?:<!-- -->)?(?:<span[^>]*>([^<]*)</span>)?</a>`).exec(text) ?? []
  } finally {
    await site.close()
  }
}

test('a form opens in a tab of its own, and says so', async () => {
  const CONTACT_URL = 'https://zines.example/form'
  const [, attributes, more] = await linkOn('/', 'Contact', { CONTACT_URL })
  expect(attributes).toContain('target="_blank"')
  expect(more).toBe(' (opens in a new tab)')
})

test('whoever shows the demo to others may set other forms, or none', () => {
  const settings = { ...demoForms, CONTACT_URL: 'https://zines.example/form', FEEDBACK_URL: '' }
  const config = readConfig({ SECRET: 'x'.repeat(32), ...settings })
  expect([config.contactUrl, config.feedbackUrl]).toEqual(['https://zines.example/form', undefined])
})
