import { afterEach, expect, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { readToast, type ToastContent } from '#web/ui/toasts/toast-store.ts'

type TextMatch = string | RegExp

export const button = (name: TextMatch) => page.getByRole('button', { name, exact: true })
export const heading = (name: TextMatch) => page.getByRole('heading', { name })

const toLocator = (target: TextMatch | Locator) =>
  typeof target === 'string' || target instanceof RegExp ? page.getByText(target) : target

/** Waits until this text or element is visible. */
export const expectVisible = (target: TextMatch | Locator) => expect.element(toLocator(target)).toBeVisible()

/** Waits until this text or element has disappeared. */
export const expectGone = (target: TextMatch | Locator) => expect.element(toLocator(target)).not.toBeInTheDocument()

/** Waits for an open toast with this text. Toasts of earlier tests are closed. */
export const expectToast = (content: ToastContent) => expect.poll(readToast).toMatchObject({ ...content, open: true })

/** Makes storage refuse all values until `vi.restoreAllMocks`. */
export const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })

/** Waits until the editor shows this save state. */
export const expectEditorState = (state: string) =>
  expect.poll(() => document.querySelector('.session-state')?.textContent).toMatch(new RegExp(`^${state}`))

/** After each test, waits until a closed editor has stored and sent its text, and clears the storage. */
export const cleanUpEditor = () =>
  afterEach(async () => {
    vi.restoreAllMocks()
    await cleanup()
    await new Promise((done) => setTimeout(done, 50))
    localStorage.clear()
  })
