import { afterEach, expect, test } from 'vitest'
import { closeToast, readToast } from '#web/ui/toasts/toast-store.ts'
import { announceEnd } from './timer-signals.ts'

const project = { id: 'p', title: 'Eleven Moths' }
const run = (sessionId: string) => ({ sessionId, project, minutes: 25, startedAt: 0 })

afterEach(() => closeToast(readToast()?.id ?? 0))

test('only one of two windows announces the end of the time', async () => {
  await announceEnd('wren', run('a'), 25, true)
  const toast = readToast()
  expect(toast).toMatchObject({ description: 'Great work! You focused for 25 minutes.', open: true })
  await announceEnd('wren', run('a'), 25, true)
  expect(readToast()?.id).toBe(toast?.id)
  await announceEnd('wren', run('b'), 15, true)
  expect(readToast()).toMatchObject({ description: 'Great work! You focused for 15 minutes.', open: true })
})

test('a session finished manually is announced in the tab where that was done', async () => {
  await announceEnd('wren', run('c'), 5, true)
  const toast = readToast()
  await announceEnd('wren', run('c'), 5, false)
  expect(readToast()?.id).not.toBe(toast?.id)
})
