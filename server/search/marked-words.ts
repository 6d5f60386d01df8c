import type { Term } from './search-text.ts'

/** Words that stand in nearly every text: marked, they would only make it restless. */
const common = new Set(
  `a an the and or but nor if so as of at by to in on up for from into onto with about over than then is are was were be
  am been it its this that these those he she we you they i me my your his her our their not no
  el la los las un una y de del le les des du et der die das und ein eine von`.split(/\s+/),
)

/**
 * The words of a search to mark where they are found: those of a quotation, and of the rest what is not common, unless
 * all of the search is.
 */
export function markedWords(query: Term[]) {
  const words = query.flatMap((term) => wordsOf(term).map((word) => ({ word, isAsked: isAsked(term, word) })))
  const asked = words.filter(({ isAsked }) => isAsked)
  return [...new Set((asked.length > 0 ? asked : words).map(({ word }) => word))]
}

function wordsOf(term: Term) {
  if (term.kind === 'part') return [term.word]
  return term.kind === 'row' ? term.marked : [term.name.slice(1)]
}

const isAsked = (term: Term, word: string) =>
  term.kind === 'creator' || (term.kind === 'row' && term.isWhole) || !common.has(word)
