import { expect, test } from '@playwright/test'
import { register, send, unique } from '../support/journey.ts'
import { hasFirefox, hasWebKit, openFirefox, openWebKit } from '../support/other-browsers.ts'
import { publish } from '../support/published-zine.ts'

for (const [name, isThere, open] of [
  ['Firefox ESR (firefox-esr of Debian)', hasFirefox, openFirefox],
  ['WebKitGTK (webkit2gtk-driver and xvfb of Debian)', hasWebKit, openWebKit],
] as const)
  test(`${name} finds, signs in, writes, reads, prints and lays out`, async ({ request, baseURL }) => {
    test.skip(!isThere, 'This browser is not installed.')
    const person = await register(request)
    const zine = await publish(request, unique('Elsewhere'), 'photo.avif', 'wide.webp', 'photo.avif')
    const written = { title: 'Eleven Moths', notes: 'Page 1.' }
    const { project } = await send(request, 'post', '/api/projects', written)
    const { draft } = await send(request, 'post', '/api/drafts', { content: {} })
    const browser = await open(baseURL ?? '')
    try {
      await browser.goto('/')
      await browser.see('Find Or Create Your Next Favorite Zine')
      await browser.fill('Discover creators, zines, ideas...', zine.title)
      await browser.see(zine.title)

      await browser.click('Sign in')
      await browser.fill('Email or username', person.username)
      await browser.fill('Password', person.password)
      await browser.click('Sign In')
      await browser.see('Your Zines')

      await browser.goto(`/project/${project.id}/edit`)
      await browser.fill('Notes', 'Written elsewhere.')
      await browser.see('Saved')
      const stored = async () => (await send(request, 'get', `/api/projects/${project.id}`)).project.notes
      await expect.poll(stored).toBe('Written elsewhere.')

      await browser.goto(`/zine/${zine.id}/read`)
      await browser.see('Cover')
      await browser.press('End')
      await browser.see('3 of 3')

      await browser.goto(`/zine/${zine.id}/print`)
      await browser.click('Make the PDF')
      await browser.see('Save the PDF')

      await browser.goto(`/draft/${draft.id}`)
      await browser.fill('Title', 'Made elsewhere')
      const title = async () => (await send(request, 'get', `/api/drafts/${draft.id}`)).draft.content.title
      await expect.poll(title).toBe('Made elsewhere')
    } finally {
      await browser.close()
    }
  })
