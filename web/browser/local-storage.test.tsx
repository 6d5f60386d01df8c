import { afterEach, expect, test, vi } from 'vitest'
import { forget, keep, keptKeys, onKeptChange, readKept } from './local-storage.ts'

const key = 'foldout:test:kept'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const broken = () => {
  throw new DOMException('No', 'QuotaExceededError')
}

test('an entry written by other software is ignored', () => {
  localStorage.setItem(key, '{"minutes":')
  expect(readKept(key)).toBeUndefined()
})

test('an entry larger than the storage is not stored, and the old entry stays', () => {
  keep(key, 'small')
  expect(keep(key, 'x'.repeat(11_000_000))).toBe(false)
  expect(readKept(key)).toBe('small')
})

test('a disabled storage stores nothing and throws nothing', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(broken)
  expect(keep(key, 1)).toBe(false)
  expect(readKept(key)).toBeUndefined()
  expect(keptKeys('foldout:')).toEqual([])
  expect(() => forget(key)).not.toThrow()
})

test('a change in another tab is noticed, and other keys are ignored', async () => {
  const heard: unknown[] = []
  const stop = onKeptChange(key, (value) => heard.push(value))
  const other = document.createElement('iframe')
  document.body.append(other)
  const elsewhere = other.contentWindow?.localStorage
  elsewhere?.setItem('foldout:test:something', '1')
  elsewhere?.setItem(key, '{"minutes":50}')
  elsewhere?.removeItem(key)
  await expect.poll(() => heard).toEqual([{ minutes: 50 }, undefined])
  stop()
  elsewhere?.setItem(key, '1')
  await new Promise((done) => setTimeout(done, 50))
  expect(heard).toHaveLength(2)
  other.remove()
})
