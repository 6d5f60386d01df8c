import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as delays from '#contract/delays.ts'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import '#web/styles.css'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { Toaster } from './toast.tsx'
import { readToast, showToast } from './toast-store.ts'

const toasts = page.getByRole('listitem')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a new notification replaces the earlier one', async () => {
  await renderInEnglish(<Toaster />)
  showToast({ title: 'Success!', description: 'Your zine has been uploaded successfully.' })
  await expect.element(toasts).toHaveTextContent('Success! Your zine has been uploaded successfully.')
  showToast({ title: 'Error', description: 'Could not update favorite status', variant: 'destructive' })
  await expect.element(toasts).toHaveTextContent('Error Could not update favorite status')
  expect(toasts.elements()).toHaveLength(1)
  await expect.element(toasts).toHaveClass('toast-error')
})

test('screen readers announce it', async () => {
  await renderInEnglish(<Toaster />)
  showToast({ title: 'Error', description: 'Could not update favorite status' })
  const status = page.getByRole('status')
  await expect.element(status).toHaveTextContent('Notification Error Could not update favorite status')
})

test('a message that repeats the pressed button is shown, and not announced', async () => {
  await renderInEnglish(<Toaster />)
  showToast({ title: 'Followed successfully', isSaid: true })
  await expect.element(toasts).toHaveTextContent('Followed successfully')
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(page.getByRole('status').elements()).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
})

test.each([
  [390, 844],
  [1280, 800],
])('at %i × %i, it covers no title and no button of a dialog', async (width, height) => {
  await page.viewport(width, height)
  await renderInEnglish(
    <>
      <Dialog open onOpenChange={() => undefined} title="Put it on a shelf" width="60rem">
        <p style={{ height: '60rem' }}>Words</p>
        <button type="button">Done</button>
      </Dialog>
      <Toaster />
    </>,
  )
  showToast({ title: 'Error', description: 'The shelf could not be saved. Check the connection, then try again.' })
  await expectVisible(toasts)
  const dialog = page.getByRole('dialog')
  const isCovered = () => {
    const toast = toasts.element().getBoundingClientRect()
    return [dialog.getByRole('heading'), ...dialog.getByRole('button').all()].some((locator) => {
      const box = locator.element().getBoundingClientRect()
      return box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top
    })
  }
  await expect.poll(isCovered).toBe(false)
  expect(toasts.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
})

test('a toast closes after five seconds, and is removed much later', async () => {
  await renderInEnglish(<Toaster />)
  showToast({ title: 'Logged in successfully!' })
  await expectVisible(toasts)
  vi.advanceTimersByTime(delays.toastDuration - 100)
  expect(readToast()?.open).toBe(true)
  vi.advanceTimersByTime(200)
  await expectGone(toasts)
  expect(readToast()?.open).toBe(false)
  vi.advanceTimersByTime(delays.toastRemoveDelay)
  expect(readToast()).toBeNull()
})

test('one with an action stays ten seconds, and the keyboard reaches the action', async () => {
  await renderInEnglish(<Toaster />)
  const run = vi.fn()
  showToast({ title: 'Removed from the shelf', action: { label: 'Undo', altText: 'Use the menu', run } })
  await expectVisible(toasts)
  vi.advanceTimersByTime(delays.toastWithActionDuration - 100)
  expect(readToast()?.open).toBe(true)
  // Focus in the notifications stops the time.
  await userEvent.keyboard('{F8}{Tab}{Tab}')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toHaveFocus()
  // Immediately before: the page of another test can take the focus of the window, which starts the time again.
  const button = undo.element() as HTMLButtonElement
  button.blur()
  button.focus()
  vi.advanceTimersByTime(delays.toastWithActionDuration)
  expect(readToast()?.open).toBe(true)
  await userEvent.keyboard('{Enter}')
  expect(run).toHaveBeenCalledOnce()
  await expectGone(toasts)
})

test('F8 moves focus to the notifications, where one can be closed', async () => {
  await renderInEnglish(<Toaster />)
  showToast({ title: 'Logged in successfully!' })
  await expectVisible(toasts)
  await userEvent.keyboard('{F8}')
  expect(document.activeElement?.classList.contains('toast-toasts')).toBe(true)
  await toasts.getByRole('button', { name: 'Close' }).click()
  await expectGone(toasts)
})

test.each([
  [40, true],
  [60, false],
])('swiped %i pixels to the right it stays: %s', async (distance, isOpen) => {
  await renderInEnglish(<Toaster />)
  showToast({ title: 'Logged in successfully!' })
  await expectVisible(toasts)
  const toastElement = toasts.element()
  const { left, top } = toastElement.getBoundingClientRect()
  toastElement.setPointerCapture = () => undefined
  const at = (x: number) => ({
    bubbles: true,
    button: 0,
    pointerId: 1,
    pointerType: 'mouse',
    clientX: left + 10 + x,
    clientY: top + 10,
  })
  toastElement.dispatchEvent(new PointerEvent('pointerdown', at(0)))
  toastElement.dispatchEvent(new PointerEvent('pointermove', at(5)))
  toastElement.dispatchEvent(new PointerEvent('pointermove', at(distance)))
  toastElement.dispatchEvent(new PointerEvent('pointerup', at(distance)))
  expect(readToast()?.open).toBe(isOpen)
})
