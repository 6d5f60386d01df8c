import { expect, test } from 'vitest'
import { describeOutcome, labelsFor } from './decision-texts.ts'

type ModerationEmail = Parameters<typeof describeOutcome>[1]

const creator = { id: '0199a0b2-0000-7000-8000-000000000001', username: 'wren' }
const zine = { id: '0199a0b2-0000-7000-8000-000000000002', title: 'Moths' }
const ofZine = { zine, creator } as ModerationEmail
const ofCreator = { zine: null, creator } as ModerationEmail

test.each([
  ['hide', ofZine, '“Moths” is hidden from everyone except its creator.', `admin zine restore ${zine.id}`],
  ['hide', ofCreator, '“wren” is suspended.', 'admin member restore wren'],
  ['keep', ofZine, '“Moths” stays online.', undefined],
  ['keep', ofCreator, '“wren” stays online.', undefined],
  ['remove', ofZine, '“Moths” is removed.', undefined],
  ['remove', ofCreator, '“wren” is removed.', undefined],
] as const)('to %s says what was done, and how to undo it', (action, moderationEmail, done, undo) => {
  expect(describeOutcome(action, moderationEmail)).toEqual({
    message: `${done} The reports about it are resolved.`,
    ...(undo && { undo }),
  })
})

test('a zine is hidden, a creator suspended', () => {
  expect(labelsFor(ofZine).hide.button).toBe('Hide this zine')
  expect(labelsFor(ofCreator).hide.button).toBe('Suspend this creator')
})
