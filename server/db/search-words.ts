/** The words of a search text. A repeated word asks for nothing new. */
export const searchWords = (text: string) => [...new Set(text.split(/\s+/u).filter((word) => word !== ''))]

/**
 * SQL conditions that a row's document has every word somewhere in it. One LIKE per word, because the trigram
 * index cannot be used for LIKE ALL. Empty without words.
 */
export function documentHas(
  table: 'zine_search' | 'creator_search',
  key: string,
  id: string,
  { words, firstValue }: { words: number; firstValue: number },
) {
  if (words === 0) return ''
  const likes = Array.from(
    { length: words },
    (_, word) => `d.document like search_pattern($${firstValue + word})`,
  )
  return `and exists (select from ${table} d where d.${key} = ${id} and ${likes.join(' and ')})`
}
