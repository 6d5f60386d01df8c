import { expect, test } from 'vitest'
import { readOptions, usage } from './options.ts'

const trialsOf = (...args: string[]) => readOptions(args)?.trials?.map(({ name }) => name)

test('trials are named apart or with commas, and made in their own order', () => {
  expect(trialsOf('--trial', 'kill-primary,kill-site', 'nothing')).toEqual([
    'nothing',
    'kill-site',
    'kill-primary',
  ])
  expect(trialsOf('--trial')?.length).toBeGreaterThan(7)
  expect(trialsOf()).toBe(undefined)
})

test('help is asked for, and names every trial', () => {
  expect(readOptions(['--help'])).toBe(undefined)
  for (const name of trialsOf('--trial') ?? []) expect(usage).toContain(name)
})

test.each([
  [['--trial', 'nonsense'], /^--trial does not know nonsense; it takes some of nothing, .*kill-site/],
  [['nonsense'], /^There is no option nonsense\.$/],
  [['--nonsense'], /--nonsense/],
  [['--set', 'nonsense'], /^--set takes NAME=value, and not nonsense$/],
  [['--trial', '--short'], /^Either --trial or --short, not both\.$/],
  [['--short', 'kill-site'], /^There is no option kill-site\.$/],
  [['--trial', '--pgbouncer'], /^--pgbouncer is not for trials/],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
})
