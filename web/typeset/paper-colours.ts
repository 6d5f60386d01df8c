import type { PaperColour } from '#contract/page-recipe.ts'

/** Also for readers who print, and who load nothing else of this folder. */
export const paperColourValues: Record<PaperColour, string> = {
  white: '#ffffff',
  cream: '#f6eedb',
  pink: '#fbd9da',
  yellow: '#fbe7a1',
  mint: '#d8ebdc',
  blue: '#d6e4ee',
}

/** What red, green and blue of a page are multiplied with, so that its paper becomes white and its inks stay. */
export const whitening = (paper: PaperColour) =>
  [1, 3, 5].map((at) => 255 / Number.parseInt(paperColourValues[paper].slice(at, at + 2), 16))
