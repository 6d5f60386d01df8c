import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as delays from '#contract/delays.ts'
import { isGone, isSeen } from '#web/site/seen.testing.ts'
import { Toaster } from './toast.tsx'
import { readToast, showToast } from './toast-store.ts'

const slips = page.getByRole('listitem')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a new notification replaces the earlier one', async () => {
  await render(<Toaster />)
  showToast({ title: 'Success!', description: 'Your zine has been uploaded successfully.' })
  await expect.element(slips).toHaveTextContent('Success! Your zine has been uploaded successfully.')
  showToast({ title: 'Error', description: 'Could not update favorite status', variant: 'destructive' })
  await expect.element(slips).toHaveTextContent('Error Could not update favorite status')
  expect(slips.elements()).toHaveLength(1)
  await expect.element(slips).toHaveClass('toast-bad')
})

test('a screen reader is told of it', async () => {
  await render(<Toaster />)
  showToast({ title: 'Error', description: 'Could not update favorite status' })
  const told = page.getByRole('status')
  await expect.element(told).toHaveTextContent('Notification Error Could not update favorite status')
})

test('it goes after five seconds, and is forgotten much later', async () => {
  await render(<Toaster />)
  showToast({ title: 'Logged in successfully!' })
  await isSeen(slips)
  vi.advanceTimersByTime(delays.toastShown - 100)
  expect(readToast()?.open).toBe(true)
  vi.advanceTimersByTime(200)
  await isGone(slips)
  expect(readToast()?.open).toBe(false)
  vi.advanceTimersByTime(delays.toastRemoved)
  expect(readToast()).toBeNull()
})

test('F8 moves focus to the notifications, where one can be closed', async () => {
  await render(<Toaster />)
  showToast({ title: 'Logged in successfully!' })
  await isSeen(slips)
  await userEvent.keyboard('{F8}')
  expect(document.activeElement?.classList.contains('toast-toasts')).toBe(true)
  await slips.getByRole('button', { name: 'Close' }).click()
  await isGone(slips)
})

test.each([
  [40, true],
  [60, false],
])('swiped %i pixels to the right it stays: %s', async (distance, stays) => {
  await render(<Toaster />)
  showToast({ title: 'Logged in successfully!' })
  await isSeen(slips)
  const slip = slips.element()
  const { left, top } = slip.getBoundingClientRect()
  slip.setPointerCapture = () => undefined
  const at = (x: number) => ({
    bubbles: true,
    button: 0,
    pointerId: 1,
    pointerType: 'mouse',
    clientX: left + 10 + x,
    clientY: top + 10,
  })
  slip.dispatchEvent(new PointerEvent('pointerdown', at(0)))
  slip.dispatchEvent(new PointerEvent('pointermove', at(5)))
  slip.dispatchEvent(new PointerEvent('pointermove', at(distance)))
  slip.dispatchEvent(new PointerEvent('pointerup', at(distance)))
  expect(readToast()?.open).toBe(stays)
})
