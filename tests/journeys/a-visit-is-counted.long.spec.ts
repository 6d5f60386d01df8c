import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { startAnalyticsService } from '../support/analytics-service.ts'
import { callApi, expect, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { uploadAndPublish } from '../support/published-zine.ts'
import { createSeparateSite } from '../support/separate-site.ts'

/** A separate site whose operator has turned on visit counting. */
const port = journeyPort + 1
test.use({
  baseURL: `http://localhost:${port}`,
  // PostHog's library ignores automated browsers.
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})
test.describe.configure({ mode: 'default' })

let analytics: Awaited<ReturnType<typeof startAnalyticsService>>
let site: Awaited<ReturnType<typeof createSeparateSite>>

test.beforeAll(async () => {
  analytics = await startAnalyticsService()
  site = await createSeparateSite(port)
  await site.start({ POSTHOG_KEY: 'phc_journeys', POSTHOG_HOST: analytics.host })
})
test.afterAll(async () => {
  await site.remove()
  await analytics.close()
})
test.beforeEach(async ({ context }) => {
  analytics.state.isBroken = false
  analytics.requests.length = 0
  analytics.events.length = 0
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })
    Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined })
  })
})

const analyticsCheckbox = (page: Page) => page.getByRole('checkbox', { name: 'Count my visits in this browser' })

/** Leaving a page sends its pending events. */
const leaveSite = (page: Page) => page.goto('about:blank')

/** The names of everything that the site has stored in this browser: cookies and both storages. */
const storedValues = async (page: Page) => [
  ...(await page.context().cookies()).map(({ name }) => name),
  ...(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])),
]

test('page views of a guest are counted by path, without cookies', async ({ page, baseURL, otherRequest }) => {
  const { id } = await register(otherRequest)
  const zine = await uploadAndPublish(otherRequest, uniqueName('Moths'), 'photo.avif')
  const response = await visit(page, '/?tab=popular#main')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy.split('; ').filter((rule) => rule.includes(analytics.host))).toEqual([
    `connect-src 'self' blob: ${analytics.host}`,
  ])
  await expect(analyticsCheckbox(page)).toBeChecked()
  await expect.poll(analytics.viewedPaths).toEqual(['/'])
  await page.getByRole('link', { name: zine.title }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  await page.goBack()
  await page.locator(`.rack-card a[href="/profile/${id}"]`).click()
  await expect(page).toHaveURL(`/profile/${id}`)
  await expect.poll(analytics.viewedPaths).toEqual(['/', `/zine/${zine.id}`, '/', `/profile/${id}`])
  for (const { properties } of analytics.events) {
    expect(properties).toMatchObject({ $process_person_profile: false, $ip: '0.0.0.0', $geoip_disable: true })
    expect(properties.$current_url).toBe(baseURL + String(properties.$pathname))
  }
  expect(JSON.stringify(analytics.events)).not.toMatch(/tab=popular|#main|referr|screen|timezone|language/i)
  expect(analytics.requests.map(({ headers }) => headers.cookie)).toEqual(analytics.requests.map(() => undefined))
  expect(new Set(analytics.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(['POST /e/']))
  expect((await storedValues(page)).filter((name) => !name.startsWith('foldout:scroll'))).toEqual([])
  await visit(page, '/about')
  await expect.poll(analytics.viewedPaths).toHaveLength(5)
  const [first, ...others] = analytics.propertiesOf('$pageview')
  expect(others.at(-1)?.distinct_id).not.toBe(first?.distinct_id)
  expect(others.at(-1)?.$session_id).not.toBe(first?.$session_id)
})

test('a member is counted under a number, and as a new visitor after signing out', async ({ page }) => {
  const { id, username, email } = await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Secret' })
  await visit(page, `/project/${project.id}/edit`)
  await expect.poll(analytics.viewedPaths).toEqual(['/project/:id/edit'])
  await visit(page, `/profile/${id}`)
  await expect.poll(analytics.viewedPaths).toEqual(['/project/:id/edit', '/profile/:id?'])
  const [first, second] = analytics.propertiesOf('$pageview')
  expect(first).toMatchObject({ distinct_id: second?.distinct_id, $is_identified: true })
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(analytics.viewedPaths).toHaveLength(3)
  const guest = analytics.propertiesOf('$pageview').at(-1)
  expect(guest).toMatchObject({ $pathname: '/', $is_identified: false, $process_person_profile: false })
  expect(guest?.distinct_id).not.toBe(first?.distinct_id)
  expect(guest?.$session_id).not.toBe(second?.$session_id)
  for (const secret of [id, username, email, project.id, 'Secret'])
    expect(JSON.stringify(analytics.events)).not.toContain(secret)
})

for (const [name, value] of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const) {
  test(`a browser that sends ${name} is never counted, and the setting says so`, async ({ page }) => {
    await page.addInitScript(
      ([property, result]) => Object.defineProperty(Navigator.prototype, property, { get: () => result }),
      [name, value] as const,
    )
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await visit(page, '/?q=moth')
    await expect(analyticsCheckbox(page)).toBeDisabled()
    await expect(analyticsCheckbox(page)).not.toBeChecked()
    await expect(page.getByText('Your browser asks not to be tracked, so your visits are not counted.')).toBeVisible()
    await page.getByRole('link', { name: 'About' }).first().click()
    await page.waitForLoadState('networkidle')
    await leaveSite(page)
    expect(analytics.requests).toEqual([])
    expect(fetched.filter((url) => url.includes('count-visits'))).toEqual([])
  })
}

test('a visitor who opts out is no longer counted, in this tab and others', async ({ page, context }) => {
  await visit(page, '/about')
  await expect.poll(analytics.viewedPaths).toEqual(['/about'])
  await page.getByRole('link', { name: 'Foldout, home' }).click()
  await expect.poll(analytics.viewedPaths).toEqual(['/about', '/'])
  await analyticsCheckbox(page).uncheck()
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveURL('/about')
  const secondPage = await context.newPage()
  await visit(secondPage, '/')
  await expect(analyticsCheckbox(secondPage)).not.toBeChecked()
  await Promise.all([leaveSite(page), leaveSite(secondPage)])
  expect(analytics.viewedPaths()).toEqual(['/about', '/'])
  await visit(page, '/')
  await analyticsCheckbox(page).check()
  // A visit is not counted if the visitor leaves before the library has loaded.
  await expect.poll(analytics.viewedPaths).toEqual(['/about', '/', '/'])
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect.poll(analytics.viewedPaths).toEqual(['/about', '/', '/', '/about'])
})

test('members choose in their settings, guests at the foot of the page', async ({ page }) => {
  await register(page.request)
  await visit(page, '/account-settings')
  const card = page.getByRole('region', { name: 'Visit Counting' })
  await expect(analyticsCheckbox(page)).toHaveCount(1)
  await card.getByRole('checkbox').uncheck()
  await expectAccessible(page)
  analytics.events.length = 0
  await visit(page, '/')
  await page.waitForLoadState('networkidle')
  await visit(page, '/account-settings')
  await card.getByRole('checkbox').check()
  await expect.poll(analytics.viewedPaths).toEqual(['/account-settings'])
  await page.context().clearCookies()
  await visit(page, '/')
  await page.getByRole('link', { name: 'What is counted' }).click()
  await expect(page).toHaveURL('/about#counting')
  await expect(page.getByText(new URL(analytics.host).host)).toBeInViewport()
  await expectAccessible(page)
})

test('an analytics service with errors is retried a few times, without a message to the visitor', async ({
  context,
}) => {
  // In a separate page, because the browser logs the failed requests to the console.
  const page = await context.newPage()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.clock.install()
  let attempts = 0
  await context.route(`${analytics.host}/**`, (route) => {
    attempts += 1
    return route.abort()
  })
  await visit(page, '/about')
  await expect.poll(() => attempts).toBe(1)
  for (let minute = 0; minute < 20; minute += 1) {
    await page.clock.fastForward('01:00')
    await page.evaluate(() => fetch('/healthz'))
  }
  expect(attempts).toBe(4)
  await context.unrouteAll()
  analytics.state.isBroken = true
  await page.getByRole('link', { name: 'Foldout, home' }).click()
  await expect.poll(() => analytics.requests.length).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Favorite')
  await expect(toast(page, 'Error')).toHaveCount(0)
  expect(errors).toEqual([])
})

test.describe('without the setting', () => {
  test.use({ baseURL: `http://localhost:${journeyPort}` })

  test('nothing is fetched from other hosts, and there is no consent prompt', async ({ page, baseURL }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const response = await visit(page, '/')
    expect(response?.headers()['content-security-policy']).toContain("connect-src 'self' blob:;")
    await page.getByRole('searchbox').fill('moth')
    await expect(page).toHaveURL('/?q=moth')
    await page.getByRole('link', { name: 'About' }).first().click()
    await expect(page.getByText(/^No one. No trackers/)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(fetched.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
    expect(fetched.filter((url) => url.includes('visits'))).toEqual([])
    await expect(analyticsCheckbox(page)).toHaveCount(0)
  })
})
