import { expect, test } from 'vitest'
import { commandOf, keyList, moveOf } from './reading-keys.ts'

const noModifiers = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const ltr = { direction: 'ltr', hasLetters: true } as const
const rtl = { direction: 'rtl', hasLetters: true } as const

test.each([
  ['ArrowRight', 'next', 'previous'],
  ['ArrowLeft', 'previous', 'next'],
  [' ', 'next', 'next'],
  ['Shift ', 'previous', 'previous'],
  ['PageDown', 'next', 'next'],
  ['PageUp', 'previous', 'previous'],
])('"%s" means %s from left to right, and %s from right to left', (pressed, inLtr, inRtl) => {
  const key = { ...noModifiers, key: pressed.replace('Shift', ''), shiftKey: pressed.startsWith('Shift') }
  expect([commandOf(key, ltr), commandOf(key, rtl)]).toEqual([inLtr, inRtl])
})

test.each([
  ['Home', 'first'],
  ['End', 'last'],
  ['d', 'mode'],
  ['D', 'mode'],
  ['s', 'shift'],
  ['f', 'fullScreen'],
  ['t', 'words'],
  ['b', 'bars'],
  ['+', 'larger'],
  ['-', 'smaller'],
  ['0', 'fitPage'],
  ['?', 'keys'],
  ['Escape', 'leave'],
])('%s means %s', (key, command) => {
  expect(commandOf({ ...noModifiers, key }, ltr)).toBe(command)
})

test('a plus that needs Shift is a plus, and the key that it is on does as well', () => {
  expect(commandOf({ ...noModifiers, key: '+', shiftKey: true }, ltr)).toBe('larger')
  expect(commandOf({ ...noModifiers, key: '=' }, ltr)).toBe('larger')
})

test('browser shortcuts still work', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    for (const key of ['ArrowLeft', 'f', 'd', '0', '+', ' '])
      expect(commandOf({ ...noModifiers, key, [modifier]: true }, ltr)).toBeUndefined()
  for (const key of ['Tab', 'Enter', 'F5', 'ArrowDown', 'x'])
    expect(commandOf({ ...noModifiers, key }, ltr)).toBeUndefined()
})

test('without letter keys the others still work', () => {
  const keys = { direction: 'ltr', hasLetters: false } as const
  for (const key of ['d', 's', 'f', 't', '+', '-', '0', '?'])
    expect(commandOf({ ...noModifiers, key }, keys)).toBeUndefined()
  expect(commandOf({ ...noModifiers, key: 'ArrowRight' }, keys)).toBe('next')
  expect(commandOf({ ...noModifiers, key: 'Escape' }, keys)).toBe('leave')
})

test('a page larger than the window is scrolled by arrows, by screens and by Space', () => {
  expect(moveOf({ ...noModifiers, key: 'ArrowLeft' })).toEqual([-0.1, 0])
  expect(moveOf({ ...noModifiers, key: 'PageDown' })).toEqual([0, 0.9])
  expect(moveOf({ ...noModifiers, key: ' ' })).toEqual([0, 0.9])
  expect(moveOf({ ...noModifiers, key: ' ', shiftKey: true })).toEqual([0, -0.9])
  expect(moveOf({ ...noModifiers, key: 'Home' })).toBeUndefined()
})

test('every key in the list does something', () => {
  const names: Record<string, string> = { '←': 'ArrowLeft', '→': 'ArrowRight', '−': '-', Esc: 'Escape', Space: ' ' }
  for (const keys of [ltr, rtl])
    for (const [listed] of keyList(keys.direction))
      for (const keyName of listed) {
        const shiftKey = keyName.startsWith('Shift ')
        const name = keyName.replace('Shift ', '').replace('Page ', 'Page')
        const key = names[name] ?? name
        expect(commandOf({ ...noModifiers, key, shiftKey }, keys), keyName).toBeDefined()
      }
})
