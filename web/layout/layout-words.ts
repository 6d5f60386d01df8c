import { detailWords } from '#web/details/said.ts'
import type { LayoutText } from './session/layout-text.ts'

/** Everything that was written on a layout, as a text to keep. */
export const wordsOf = ({ title, description, details, contentNote, pages }: LayoutText) =>
  [
    title,
    description,
    detailWords(details),
    contentNote?.text ?? '',
    ...pages.map(({ altText, transcript, contentNote: note }, place) =>
      wordsOfPage(place, altText, transcript, note),
    ),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')

function wordsOfPage(place: number, ...words: string[]) {
  const said = words.filter((each) => each.trim() !== '')
  return said.length > 0 ? [`Page ${place + 1}`, ...said].join('\n') : ''
}
