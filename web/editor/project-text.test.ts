import { expect, test } from 'vitest'
import { bytesOver, fingerprint, storable, storableTitle } from './project-text.ts'

test('what cannot be stored goes, and nothing else', () => {
  expect(storable('mo\0th\ud83e')).toBe('moth\ufffd')
  expect(storable('🦋 and\nألوان')).toBe('🦋 and\nألوان')
})

test('a pasted title becomes one line of at most sixty letters, and cuts no letter in half', () => {
  expect(storableTitle('Eleven\r\nMoths')).toBe('Eleven Moths')
  expect(storableTitle('x'.repeat(70))).toHaveLength(60)
  expect(storableTitle(`${'x'.repeat(59)}🦋`)).toBe('x'.repeat(59))
})

test('notes are measured in bytes', () => {
  expect(bytesOver('x'.repeat(1_000_000))).toBe(0)
  expect(bytesOver('x'.repeat(1_000_012))).toBe(12)
  expect(bytesOver('é'.repeat(500_001))).toBe(2)
})

test('texts that differ anywhere have another fingerprint', () => {
  const long = 'moth '.repeat(50_000)
  const texts = [long, `${long}!`, `!${long}`, long.replace('m', 'M'), `${long.slice(0, -1)}.`]
  const prints = texts.map((notes) => fingerprint({ title: 'Moths', notes }))
  expect(new Set(prints).size).toBe(texts.length)
  expect(fingerprint({ title: 'Moths', notes: long })).toBe(prints[0])
})
