import type { LayoutText } from './session/layout-text.ts'

/** Everything that was written on a layout, as a text to keep. */
export const wordsOf = ({ title, description, pages }: LayoutText) =>
  [
    title,
    description,
    ...pages.map(({ altText, transcript }, place) => pageWords(place, altText, transcript)),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')

function pageWords(place: number, ...words: string[]) {
  const said = words.filter((each) => each.trim() !== '')
  return said.length > 0 ? [`Page ${place + 1}`, ...said].join('\n') : ''
}
