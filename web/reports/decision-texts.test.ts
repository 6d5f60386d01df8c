import { expect, test } from 'vitest'
import { inEnglish } from '#web/languages/english.testing.ts'
import { describeOutcome, labelsFor } from './decision-texts.ts'

type ModerationEmail = Parameters<typeof describeOutcome>[1]

const creator = { id: '0199a0b2-0000-7000-8000-000000000001', username: 'wren' }
const zine = { id: '0199a0b2-0000-7000-8000-000000000002', title: 'Moths' }
const ofZine = { zine, creator } as ModerationEmail
const ofCreator = { zine: null, creator } as ModerationEmail

test.each([
  ['hide', ofZine, 'is hidden from everyone except its creator.', `admin zine restore ${zine.id}`],
  ['hide', ofCreator, 'is suspended.', 'admin member restore wren'],
  ['keep', ofZine, 'stays online.', undefined],
  ['keep', ofCreator, 'stays online.', undefined],
  ['remove', ofZine, 'is removed.', undefined],
  ['remove', ofCreator, 'is removed.', undefined],
] as const)('to %s says what happened to it, and how to undo it', (action, moderationEmail, done, undo) => {
  const { outcome, ...rest } = describeOutcome(action, moderationEmail)
  const name = moderationEmail.zine ? 'Moths' : 'wren'
  expect({ outcome: inEnglish(outcome), ...rest }).toEqual({
    outcome: `“${name}” ${done} The reports about it are resolved.`,
    ...(undo && { undo }),
  })
})

test('a zine is hidden, a creator suspended', () => {
  expect(inEnglish(labelsFor(ofZine).hide.button)).toBe('Hide this zine')
  expect(inEnglish(labelsFor(ofCreator).hide.button)).toBe('Suspend this creator')
})
