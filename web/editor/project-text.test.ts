import { expect, test } from 'vitest'
import { difference, fingerprint } from '#web/session/text-rules.ts'
import {
  countExcessBytes,
  moveCaret,
  projectRules,
  toProjectUpdate,
  toStorable,
  toStorableTitle,
} from './project-text.ts'

const { caretAfter } = projectRules

test('only characters that cannot be stored are removed', () => {
  expect(toStorable('mo\0th\ud83e')).toBe('moth\ufffd')
  expect(toStorable('🦋 and\nألوان')).toBe('🦋 and\nألوان')
})

test('a pasted title becomes one line of at most sixty characters, without splitting a character', () => {
  expect(toStorableTitle('Eleven\r\nMoths')).toBe('Eleven Moths')
  expect(toStorableTitle(' \u0085Eleven \u2029 Moths\f')).toBe(' Eleven Moths ')
  expect(toStorableTitle('x'.repeat(70))).toHaveLength(60)
  expect(toStorableTitle(`${'x'.repeat(59)}🦋`)).toBe('x'.repeat(59))
})

test('a title without a visible character is missing, and is not sent', () => {
  for (const title of [' ', '\u200B', '\u2800', '\u3164', '\u0301']) {
    expect(projectRules.isTitleMissing({ title, notes: '' }), JSON.stringify(title)).toBe(true)
    expect(toProjectUpdate({ title, notes: 'x' }, 3)).toEqual({ notes: 'x', version: 3 })
  }
})

test('notes are measured in bytes', () => {
  expect(countExcessBytes('x'.repeat(1_000_000))).toBe(0)
  expect(countExcessBytes('x'.repeat(1_000_012))).toBe(12)
  expect(countExcessBytes('é'.repeat(500_001))).toBe(2)
})

test('texts that differ anywhere have another fingerprint', () => {
  const long = 'moth '.repeat(50_000)
  const texts = [long, `${long}!`, `!${long}`, long.replace('m', 'M'), `${long.slice(0, -1)}.`]
  const prints = texts.map((notes) => fingerprint(projectRules, { title: 'Moths', notes }))
  expect(new Set(prints).size).toBe(texts.length)
  expect(fingerprint(projectRules, { title: 'Moths', notes: long })).toBe(prints[0])
})

const notes = (text: string) => ({ title: 'Moths', notes: text })

test('the caret is placed after the change', () => {
  expect(caretAfter(notes('one nine'), notes('one two nine'))).toEqual({ field: 'notes', at: 8 })
  expect(caretAfter(notes('one two nine'), notes('one nine'))).toEqual({ field: 'notes', at: 4 })
  expect(caretAfter(notes('a'), { title: 'Moth', notes: 'a' })).toEqual({ field: 'title', at: 4 })
  expect(caretAfter(notes('a'), notes('a'))).toBeUndefined()
})

test('a difference is one range, also between repeated letters', () => {
  expect(difference('aaa', 'aaaa')).toEqual({ prefix: 3, suffix: 0 })
  expect(difference('', 'moth')).toEqual({ prefix: 0, suffix: 0 })
  expect(difference('moth', 'moth')).toEqual({ prefix: 4, suffix: 0 })
})

test('the caret keeps its position when text is added before it, after it or over it', () => {
  expect(moveCaret('one nine', 'one two nine', 8)).toBe(12)
  expect(moveCaret('one nine', 'one nine four', 3)).toBe(3)
  expect(moveCaret('one two nine', 'one nine', 6)).toBe(4)
})
