import { isUnspaced, normaliseText, splitWords, toIndexTerms } from '#contract/normalise-text.ts'

/** One condition of a search, and how it was typed. A search text is parsed into a list of terms, the query. */
export type QueryTerm =
  /** Letters anywhere inside a word. */
  | { kind: 'substring'; text: string; queryText: string }
  /** Consecutive words. In a phrase all are whole; otherwise the first may start and the last may end inside a word. */
  | { kind: 'phrase'; terms: string[]; highlighted: string[]; queryText: string; isExact: boolean }
  /** The creator with this username, or all whose usernames start with it if there is none. */
  | { kind: 'creator'; name: string; queryText: string; isExact?: boolean }

/** Whether there is more than a sign that waits for its text, such as `"` or `@`. */
export const isTyped = (text: string) => text.replace(syntaxPattern, '') !== ''

/** Parses a search text. A typed text without letters and digits, such as `%`, has no terms. */
export function parseSearchText(text: string): QueryTerm[] {
  const query = [...text.matchAll(piecePattern)].flatMap(([queryText, phrase, name]) => {
    if (phrase !== undefined) return phraseQueryTerm(phrase)
    return name === undefined ? substringQueryTerm(queryText) : creatorQueryTerm(name)
  })
  return [...new Map(query.map((term) => [termText(term), term])).values()]
}

const quotes = '"“”„«»'
const syntaxPattern = new RegExp(`[\\s@${quotes}]`, 'gu')
const piecePattern = new RegExp(`[${quotes}]([^${quotes}]*)[${quotes}]?|(?<=^|\\s)@(\\S+)|[^\\s${quotes}]+`, 'gu')

/** Punctuation inside a piece keeps its words together, so that `zine-fest` does not match any zine and any fest. */
function substringQueryTerm(text: string): QueryTerm[] {
  const queryText = text.trim().replace(/^@+/, '')
  const terms = toIndexTerms(queryText)
  const [firstTerm] = terms
  if (firstTerm === undefined) return []
  if (terms.length === 1) return [{ kind: 'substring', text: firstTerm, queryText }]
  return [{ kind: 'phrase', terms, highlighted: splitWords(queryText), queryText, isExact: false }]
}

function phraseQueryTerm(phrase: string): QueryTerm[] {
  const terms = toIndexTerms(phrase)
  const [firstTerm] = terms
  if (firstTerm === undefined) return []
  if (terms.length === 1 && isUnspaced(firstTerm)) return substringQueryTerm(phrase)
  return [{ kind: 'phrase', terms, highlighted: splitWords(phrase), queryText: `"${phrase.trim()}"`, isExact: true }]
}

function creatorQueryTerm(queryText: string): QueryTerm[] {
  const name = creatorTerm(queryText.replace(/[,;:!?)]+$/u, ''))
  return splitWords(name).length === 0 ? [] : [{ kind: 'creator', name, queryText: `@${queryText}` }]
}

export const creatorTerm = (username: string) => `@${normaliseText(username).replace(/\s/gu, '')}`

/** The text that exactly the matching documents contain. */
export function termText(term: QueryTerm) {
  if (term.kind === 'substring') return term.text
  if (term.kind === 'creator') return ` ${term.name}${term.isExact ? ' ' : ''}`
  const phraseText = term.terms.join(' ')
  return term.isExact ? ` ${phraseText} ` : phraseText
}
