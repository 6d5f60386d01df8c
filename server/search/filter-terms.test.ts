import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { splitWords } from '#contract/normalise-text.ts'
import { filterTermsFor, subjectOfFilterTerm, zineFilterTerms } from './filter-terms.ts'
import { parseSearchText, termText } from './search-text.ts'

const subject = fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.subject })

test('a filter term contains no user text, and is neither too long nor contains a space', () => {
  fc.assert(
    fc.property(subject, subject, (subjectText, queryText) => {
      const details = { subjects: [subjectText], series: subjectText, year: 1994, languages: ['de-1996'] }
      const filterTerms = zineFilterTerms({
        details,
        may_print: true,
        page_count: 12,
        reading_direction: 'rtl',
        is_video: false,
        has_words: true,
      })
      for (const filterTerm of filterTerms) expect(filterTerm).toMatch(/^[A-Z]+:[A-Z.-]{1,200}$/)
      for (const term of parseSearchText(`${queryText} ${subjectText} 19 94 a b -`))
        expect(filterTerms.filter((filterTerm) => ` ${filterTerm} `.includes(termText(term)))).toEqual([])
    }),
  )
})

test('subjects with the same words are equal, others differ, and they are read back from their filter term', () => {
  fc.assert(
    fc.property(subject, subject, (a, b) => {
      const filterTermOf = (text: string) => filterTermsFor({ subject: text })[0]
      const [words, others] = [splitWords(a), splitWords(b)]
      expect(filterTermOf(a) === filterTermOf(b)).toBe(words.join(' ') === others.join(' '))
      expect(subjectOfFilterTerm(filterTermOf(a) ?? '')).toBe(words.join(' '))
    }),
    {
      examples: [
        ['Feminism', 'feminism!'],
        ['東京の夜', '東京'],
        ['90s', '90S '],
      ],
    },
  )
  expect(subjectOfFilterTerm('KIND:COMIC')).toBeUndefined()
})
