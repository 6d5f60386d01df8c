import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import { Builder, By, Capabilities, Key } from 'selenium-webdriver'
import { findFreePort } from './free-port.ts'

/** The actions of a browser other than Chromium that a smoke test uses. Every wait times out after ten seconds. */
export type OtherBrowser = {
  goto(path: string): Promise<void>
  /** A link or button by its text or label. */
  click(name: string): Promise<void>
  fill(label: string, text: string): Promise<void>
  press(key: 'ArrowRight' | 'End'): Promise<void>
  expectText(text: string): Promise<void>
  close(): Promise<void>
}

const firefox = '/usr/bin/firefox-esr'
const driver = '/usr/bin/WebKitWebDriver'
const [miniBrowser = ''] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
const display = '/usr/bin/Xvfb'

export const hasFirefox = existsSync(firefox)
export const hasWebKit = [driver, miniBrowser, display].every(existsSync)

const timeoutMs = 10_000
const control = (name: string) =>
  `//*[self::a or self::button][not(ancestor-or-self::*[@inert])][normalize-space()='${name}' or @aria-label='${name}']`
const field = (label: string) =>
  `//*[self::input or self::textarea][@aria-label='${label}' or @placeholder='${label}' or @id=//label[starts-with(normalize-space(), '${label}')]/@for]`
const hasText = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`
const isReady = "document.documentElement.hasAttribute('data-ready')"

/** Firefox supports WebDriver BiDi itself. */
export async function openFirefox(site: string): Promise<OtherBrowser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  page.setDefaultTimeout(timeoutMs)
  const locator = (xpath: string) => page.locator(`::-p-xpath(${xpath})`)
  return {
    async goto(path) {
      await page.goto(site + path)
      await page.waitForFunction(isReady)
    },
    click: (name) => locator(control(name)).click(),
    fill: (label, text) => locator(field(label)).fill(text),
    press: (key) => page.keyboard.press(key),
    expectText: async (text) => void (await page.waitForFunction(hasText(text))),
    close: () => browser.close(),
  }
}

/** WebKitGTK needs a display and a WebDriver server. */
export async function openWebKit(site: string): Promise<OtherBrowser> {
  const [port, number] = [await findFreePort(), 100 + (process.pid % 800)]
  const displayServer = spawn(display, [`:${number}`, '-screen', '0', '1280x900x24'], { stdio: 'ignore' })
  const env = { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' }
  const driverProcess = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
  await sleep(1_000)
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .disableEnvironmentOverrides()
    .build()
  const findElement = (xpath: string) =>
    browser.wait(() => browser.findElement(By.xpath(`(${xpath})[last()]`)).catch(() => null), timeoutMs)
  const waitForCondition = (condition: string) =>
    browser.wait(() => browser.executeScript(`return ${condition}`), timeoutMs)
  return {
    async goto(path) {
      await browser.get(site + path)
      await waitForCondition(isReady)
    },
    click: async (name) => (await findElement(control(name)))?.click(),
    async fill(label, text) {
      const element = await findElement(field(label))
      await element?.clear()
      await element?.sendKeys(text)
    },
    press: (key) =>
      browser
        .actions()
        .sendKeys(key === 'End' ? Key.END : Key.ARROW_RIGHT)
        .perform(),
    expectText: async (text) => void (await waitForCondition(hasText(text))),
    async close() {
      await browser.quit()
      for (const child of [driverProcess, displayServer]) {
        child.kill()
        if (child.exitCode === null) await once(child, 'exit')
      }
    },
  }
}
