import { afterEach, expect, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { readToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'

type Words = string | RegExp

export const button = (name: Words) => page.getByRole('button', { name, exact: true })
export const heading = (name: Words) => page.getByRole('heading', { name })

const found = (what: Words | Locator) =>
  typeof what === 'string' || what instanceof RegExp ? page.getByText(what) : what

/** Waits until this text or element is visible. */
export const isSeen = (what: Words | Locator) => expect.element(found(what)).toBeVisible()

/** Waits until this text or element has disappeared. */
export const isGone = (what: Words | Locator) => expect.element(found(what)).not.toBeInTheDocument()

/** Waits for an open toast with this text. Toasts of earlier tests are closed. */
export const said = (words: ToastWords) => expect.poll(readToast).toMatchObject({ ...words, open: true })

/** Makes storage refuse all values until `vi.restoreAllMocks`. */
export const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })

/** Waits until the editor shows this save state. */
export const stateIs = (word: string) =>
  expect.poll(() => document.querySelector('.editor-state')?.textContent).toMatch(new RegExp(`^${word}`))

/** After each test, waits until a closed editor has stored and sent its text, and clears the storage. */
export const leavesNothing = () =>
  afterEach(async () => {
    vi.restoreAllMocks()
    await cleanup()
    await new Promise((done) => setTimeout(done, 50))
    localStorage.clear()
  })
