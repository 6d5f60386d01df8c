import { afterEach, expect, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { readToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'

type Words = string | RegExp

export const button = (name: Words) => page.getByRole('button', { name, exact: true })
export const heading = (name: Words) => page.getByRole('heading', { name })

const found = (what: Words | Locator) =>
  typeof what === 'string' || what instanceof RegExp ? page.getByText(what) : what

/** Waits until these words, or this part of the page, can be seen. */
export const isSeen = (what: Words | Locator) => expect.element(found(what)).toBeVisible()

/** Waits until these words, or this part of the page, are there no more. */
export const isGone = (what: Words | Locator) => expect.element(found(what)).not.toBeInTheDocument()

/** Waits for the toast that says this; one of an earlier test is closed. */
export const said = (words: ToastWords) => expect.poll(readToast).toMatchObject({ ...words, open: true })

/** From now on this browser keeps nothing, until `vi.restoreAllMocks`. */
export const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })

/** The state that an editor says its text is in. */
export const stateIs = (word: string) =>
  expect.poll(() => document.querySelector('.editor-state')?.textContent).toMatch(new RegExp(`^${word}`))

/** An editor that is left still keeps and sends what it has: the next test begins after that, with nothing kept. */
export const leavesNothing = () =>
  afterEach(async () => {
    vi.restoreAllMocks()
    await cleanup()
    await new Promise((done) => setTimeout(done, 50))
    localStorage.clear()
  })
