import { beforeEach, expect, test } from 'vitest'
import type { Answer } from '#trials/site/client.ts'
import { Ledger } from './ledger.ts'

const answer = (status: number) => async (): Promise<Answer> => ({
  status,
  headers: {},
  bytes: Buffer.from(''),
  text: '',
})
const broken = async () => {
  throw new Error('the connection broke')
}

let ledger: Ledger
beforeEach(async () => {
  ledger = new Ledger()
  await ledger.act('saving', { 'notes one': 'first' }, answer(200))
})

test('what was acknowledged must be there as it was', () => {
  expect(ledger.settle(new Map([['notes one', 'first']]))).toEqual([])
  expect(ledger.settle(new Map())).toEqual(['notes one was acknowledged as first, and is absent'])
})

test('what was refused must not have happened', async () => {
  await ledger.act('saving', { 'notes one': 'second' }, answer(409))
  expect(ledger.settle(new Map([['notes one', 'second']]))).toHaveLength(1)
})

test.each([answer(503), broken])('what was not answered may have happened or not', async (ask) => {
  await ledger.act('saving', { 'notes one': 'second' }, ask)
  expect(ledger.settle(new Map([['notes one', 'second']]))).toEqual([])
  await ledger.act('saving', { 'notes one': 'third' }, ask)
  expect(ledger.settle(new Map([['notes one', 'second']]))).toEqual([])
  expect(ledger.stateOf('notes one')).toBe('second')
})

test('nothing happens by half', async () => {
  await ledger.act('logging', { 'session one': '25' }, answer(201))
  await ledger.act('deleting', { 'notes one': 'absent', 'session one': 'absent' }, broken)
  expect(ledger.settle(new Map([['session one', '25']]))).toEqual([
    'deleting (notes one, session one) happened by half',
  ])
  await ledger.act('saving', { 'session one': '50' }, broken)
  expect(ledger.settle(new Map([['session one', '5']]))).toEqual(['saving (session one) happened by half'])
})

test('what nobody asked for must not be there', () => {
  const actual = new Map([
    ['notes one', 'first'],
    ['notes two', 'from nowhere'],
  ])
  expect(ledger.settle(actual)).toEqual(['notes two was acknowledged as absent, and is from nowhere'])
})

test('what an answer gave away is told once', () => {
  ledger.notice('a favorite did not count')
  expect(ledger.settle(new Map([['notes one', 'first']]))).toEqual(['a favorite did not count'])
  expect(ledger.settle(new Map([['notes one', 'first']]))).toEqual([])
})
