import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('settings of the sites are given one by one, and help is asked for', () => {
  expect(readOptions(['--set', 'SITE_NAME=a=b', '--pgbouncer'])).toEqual({
    pgbouncer: true,
    settings: { SITE_NAME: 'a=b' },
  })
  expect(readOptions(['--help'])).toBe(undefined)
})

test.each([
  [['nonsense'], /nonsense/],
  [['--nonsense'], /--nonsense/],
  [['--set', 'nonsense'], /^--set takes NAME=value, and not nonsense$/],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
})
