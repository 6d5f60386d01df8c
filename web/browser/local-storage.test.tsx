import { afterEach, expect, test, vi } from 'vitest'
import { listStoredKeys, onStoredChange, persist, readStored, removeStored } from './local-storage.ts'

const key = 'foldout:theme'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const broken = () => {
  throw new DOMException('No', 'QuotaExceededError')
}

test('an entry written by other software is ignored', () => {
  localStorage.setItem(key, '{"minutes":')
  expect(readStored(key)).toBeUndefined()
})

test('an entry larger than the storage is not stored, and the old entry stays', () => {
  persist(key, 'small')
  expect(persist(key, 'x'.repeat(11_000_000))).toBe(false)
  expect(readStored(key)).toBe('small')
})

test('a disabled storage stores nothing and throws nothing', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(broken)
  expect(persist(key, 1)).toBe(false)
  expect(readStored(key)).toBeUndefined()
  expect(listStoredKeys('foldout:')).toEqual([])
  expect(() => removeStored(key)).not.toThrow()
})

test('a change in another tab is noticed, and other keys are ignored', async () => {
  const changes: unknown[] = []
  const stop = onStoredChange(key, (value) => changes.push(value))
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const otherStorage = frame.contentWindow?.localStorage
  otherStorage?.setItem('foldout:test:something', '1')
  otherStorage?.setItem(key, '{"minutes":50}')
  otherStorage?.removeItem(key)
  await expect.poll(() => changes).toEqual([{ minutes: 50 }, undefined])
  stop()
  otherStorage?.setItem(key, '1')
  await new Promise((done) => setTimeout(done, 50))
  expect(changes).toHaveLength(2)
  frame.remove()
})
