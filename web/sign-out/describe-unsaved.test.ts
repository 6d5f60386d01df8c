import { expect, test } from 'vitest'
import { describeUnsaved } from './describe-unsaved.ts'

const nothing = { text: 0, page: 0, session: 0, timer: 0, onlyInMemory: 0 }

test.each([
  [{ timer: 1 }, 'The running timer could not be saved: only this browser has it.'],
  [{ text: 1 }, '1 text could not be saved: only this browser has it.'],
  [
    { text: 2, page: 1, session: 1, timer: 1 },
    '2 texts, 1 page, 1 focus session, and the running timer could not be saved: only this browser has them.',
  ],
])('unsaved work is named in one sentence (%#)', (unsaved, sentence) => {
  expect(describeUnsaved(Object.assign({}, nothing, unsaved))).toBe(sentence)
})
