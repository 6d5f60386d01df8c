import { expect, test } from 'vitest'
import { decidedWords, wordsFor } from './decision-words.ts'

type Letter = Parameters<typeof decidedWords>[1]

const creator = { id: '0199a0b2-0000-7000-8000-000000000001', username: 'wren' }
const zine = { id: '0199a0b2-0000-7000-8000-000000000002', title: 'Moths' }
const ofZine = { zine, creator } as Letter
const ofCreator = { zine: null, creator } as Letter

test.each([
  ['hide', ofZine, '“Moths” is hidden from everyone except its maker.', `admin zine restore ${zine.id}`],
  ['hide', ofCreator, '“wren” is suspended.', 'admin member restore wren'],
  ['keep', ofZine, '“Moths” stays online.', undefined],
  ['keep', ofCreator, '“wren” stays online.', undefined],
  ['remove', ofZine, '“Moths” is removed.', undefined],
  ['remove', ofCreator, '“wren” is removed.', undefined],
] as const)('to %s says what was done, and how to undo it', (act, letter, done, undo) => {
  expect(decidedWords(act, letter)).toEqual({
    message: `${done} The reports about it are resolved.`,
    ...(undo && { undo }),
  })
})

test('a zine is hidden, a creator suspended', () => {
  expect(wordsFor(ofZine).hide.button).toBe('Hide This Zine')
  expect(wordsFor(ofCreator).hide.button).toBe('Suspend This Creator')
})
