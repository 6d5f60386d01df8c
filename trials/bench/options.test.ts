import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { libraryFolder, readOptions } from './options.ts'

test('a million zines are measured beside a hundred thousand, fewer by themselves', () => {
  expect(readOptions(['--zines', '1000000']).sizes).toEqual([100_000, 1_000_000])
  expect(readOptions([]).sizes).toEqual([100_000])
  expect(readOptions(['--zines', '5000']).sizes).toEqual([5_000])
  expect(readOptions(['--zines', '5000', '--small', '500']).sizes).toEqual([500, 5_000])
})

test('what is not a whole number is refused by its name', () => {
  expect(() => readOptions(['--toggles', '50k'])).toThrow('--toggles needs a whole number above 0')
  expect(() => readOptions(['--zines', '0'])).toThrow('--zines')
})

test('every size has a folder of its own', () => {
  expect(libraryFolder('/tmp/x', 5_000)).toBe('/tmp/x/bench-5000')
  expect(libraryFolder(undefined, 100_000, 200)).toBe(resolve('data/bench-100000-200'))
})
