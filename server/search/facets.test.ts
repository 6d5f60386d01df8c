import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { cutWords } from '#contract/normal-form.ts'
import { facetsOf, subjectOfFacet, wantedFacets } from './facets.ts'
import { readSearchText, termText } from './search-text.ts'

const subject = fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.subject })

test('a filter term contains no user text, and is neither too long nor contains a space', () => {
  fc.assert(
    fc.property(subject, subject, (said, typed) => {
      const facets = facetsOf({ subjects: [said], series: said, year: 1994, languages: ['de-1996'] })
      for (const facet of facets) expect(facet).toMatch(/^[A-Z]+:[A-Z.-]{1,200}$/)
      for (const term of readSearchText(`${typed} ${said} 19 94 a b -`) ?? [])
        expect(facets.filter((facet) => ` ${facet} `.includes(termText(term)))).toEqual([])
    }),
  )
})

test('subjects with the same words are equal, others differ, and they are read back from their filter term', () => {
  fc.assert(
    fc.property(subject, subject, (one, other) => {
      const facetOf = (text: string) => wantedFacets({ subject: text })[0]
      const [words, others] = [cutWords(one), cutWords(other)]
      expect(facetOf(one) === facetOf(other)).toBe(words.join(' ') === others.join(' '))
      expect(subjectOfFacet(facetOf(one) ?? '')).toBe(words.join(' '))
    }),
    {
      examples: [
        ['Feminism', 'feminism!'],
        ['東京の夜', '東京'],
        ['90s', '90S '],
      ],
    },
  )
  expect(subjectOfFacet('KIND:COMIC')).toBeUndefined()
})
