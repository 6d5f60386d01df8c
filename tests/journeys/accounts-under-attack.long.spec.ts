import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { expect, register, signIn, test, toast, unique, visit } from '#tests/support/journey.ts'

/** A site of its own: on the one of the other journeys nothing is limited. */
let site: ChildProcess
let address: string
test.beforeAll(async () => {
  const PORT = String(await freePort())
  const env = {
    ...process.env,
    PORT,
    DATA_DIR: join(tmpdir(), unique('foldout-attacked-')),
    RATE_LIMITS: 'on',
  }
  site = spawn(process.execPath, ['tests/support/journey-site.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  address = `http://localhost:${PORT}`
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 50_000 }).toBe(true)
})
test.afterAll(async () => {
  site.kill('SIGTERM')
  await once(site, 'exit')
})

test('a member signs in from a new browser while strangers guess at their password', async ({
  browser,
  playwright,
}) => {
  const person = await register(await playwright.request.newContext({ baseURL: address }))
  const stranger = await playwright.request.newContext({ baseURL: address })
  const guess = async () => {
    const data = { email: person.email, password: unique('guess') }
    return (await stranger.post('/api/auth/sign-in/email', { data })).status()
  }
  for (let tries = 0; tries < 10; tries++) expect(await guess()).toBe(401)
  expect(await guess()).toBe(429)

  const page = await browser.newPage({ baseURL: address })
  await visit(page, '/')
  await signIn(page, person)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL(`${address}/profile/${person.id}`)
  await page.close()
})
