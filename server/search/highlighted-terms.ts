import type { QueryTerm } from './search-text.ts'

/** Words of nearly every text. Highlighting them would only be noise. */
const stopWords = new Set(
  `a an the and or but nor if so as of at by to in on up for from into onto with about over than then is are was were be
  am been it its this that these those he she we you they i me my your his her our their not no
  el la los las un una y de del le les des du et der die das und ein eine von`.split(/\s+/),
)

/** The words of a query to highlight in its results: without stop words, unless it has no others. */
export function highlightedTerms(query: QueryTerm[]) {
  const candidates = query.flatMap((term) =>
    textsOf(term).map((text) => ({ text, isSignificant: isSignificant(term, text) })),
  )
  const significant = candidates.filter((candidate) => candidate.isSignificant)
  return [...new Set((significant.length > 0 ? significant : candidates).map(({ text }) => text))]
}

function textsOf(term: QueryTerm) {
  if (term.kind === 'substring') return [term.text]
  return term.kind === 'phrase' ? term.highlighted : [term.name.slice(1)]
}

const isSignificant = (term: QueryTerm, text: string) =>
  term.kind === 'creator' || (term.kind === 'phrase' && term.isExact) || !stopWords.has(text)
