import { expect, test } from '@playwright/test'
import { callApi, register, uniqueName } from '../support/journey.ts'
import { hasFirefox, hasWebKit, openFirefox, openWebKit } from '../support/other-browsers.ts'
import { publish } from '../support/published-zine.ts'

for (const [name, isThere, open] of [
  ['Firefox ESR (firefox-esr of Debian)', hasFirefox, openFirefox],
  ['WebKitGTK (webkit2gtk-driver and xvfb of Debian)', hasWebKit, openWebKit],
] as const)
  test(`${name} finds, signs in, writes, reads, prints and lays out`, async ({ request, baseURL }) => {
    test.skip(!isThere, 'This browser is not installed.')
    const person = await register(request)
    const zine = await publish(request, uniqueName('Elsewhere'), 'photo.avif', 'wide.webp', 'photo.avif')
    const written = { title: 'Eleven Moths', notes: 'Page 1.' }
    const { project } = await callApi(request, 'post', '/api/projects', written)
    const { draft } = await callApi(request, 'post', '/api/drafts', { content: {} })
    const browser = await open(baseURL ?? '')
    try {
      await browser.goto('/')
      await browser.expectText('Find Or Create Your Next Favorite Zine')
      await browser.fill('Discover creators, zines, ideas...', zine.title)
      await browser.expectText(zine.title)

      await browser.click('Sign in')
      await browser.fill('Email or username', person.username)
      await browser.fill('Password', person.password)
      await browser.click('Sign In')
      await browser.expectText('Your Zines')

      await browser.goto(`/project/${project.id}/edit`)
      await browser.fill('Notes', 'Written elsewhere.')
      await browser.expectText('Saved')
      const stored = async () => (await callApi(request, 'get', `/api/projects/${project.id}`)).project.notes
      await expect.poll(stored).toBe('Written elsewhere.')

      await browser.goto(`/zine/${zine.id}/read`)
      await browser.expectText('Cover')
      await browser.press('End')
      await browser.expectText('3 of 3')

      await browser.goto(`/zine/${zine.id}/print`)
      await browser.click('Prepare the PDF')
      await browser.expectText('The PDF is ready.')

      await browser.goto(`/draft/${draft.id}`)
      await browser.fill('Title', 'Made elsewhere')
      const title = async () => (await callApi(request, 'get', `/api/drafts/${draft.id}`)).draft.content.title
      await expect.poll(title).toBe('Made elsewhere')
    } finally {
      await browser.close()
    }
  })
