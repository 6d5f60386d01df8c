import { expect, test } from 'vitest'
import { caretAfter, difference, movedCaret } from './text-change.ts'

const notes = (text: string) => ({ title: 'Moths', notes: text })

test('the caret goes behind what came or went', () => {
  expect(caretAfter(notes('one nine'), notes('one two nine'))).toEqual({ field: 'notes', at: 8 })
  expect(caretAfter(notes('one two nine'), notes('one nine'))).toEqual({ field: 'notes', at: 4 })
  expect(caretAfter(notes('a'), { title: 'Moth', notes: 'a' })).toEqual({ field: 'title', at: 4 })
  expect(caretAfter(notes('a'), notes('a'))).toBeUndefined()
})

test('a difference is one stretch, also between letters that repeat', () => {
  expect(difference('aaa', 'aaaa')).toEqual({ before: 3, after: 0 })
  expect(difference('', 'moth')).toEqual({ before: 0, after: 0 })
  expect(difference('moth', 'moth')).toEqual({ before: 4, after: 0 })
})

test('a caret stays between its letters when text comes before it, behind it or over it', () => {
  expect(movedCaret('one nine', 'one two nine', 8)).toBe(12)
  expect(movedCaret('one nine', 'one nine four', 3)).toBe(3)
  expect(movedCaret('one two nine', 'one nine', 6)).toBe(4)
})
