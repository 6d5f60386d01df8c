import { expect, test } from 'vitest'
import { agreementOf, sayAgreement } from './agreement.ts'

const ours = [['a', 'b'], ['c'], ['d', 'e', 'f']]

test('the same zines in the same order are the same answer', () => {
  expect(sayAgreement(agreementOf(ours, ours))).toBe('the same')
})

test('another order is another answer that holds the same zines', () => {
  const found = agreementOf(ours, [['b', 'a'], ['c'], ['d', 'x']])
  expect(found).toEqual({ asked: 3, same: 1, found: 5, shared: 4, ours: 6 })
  expect(sayAgreement(found)).toBe('same in 1 of 3; 1.7 zines for our 2.0, 1.3 in both')
})

test('finding nothing is said only where there was something to find', () => {
  expect(sayAgreement(agreementOf(ours, [[], [], []]))).toBe('finds nothing, ours 2.0 zines')
  expect(sayAgreement(agreementOf([[], []], [[], []]))).toBe('the same')
})
