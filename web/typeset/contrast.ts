import type { Ink, PageRecipe } from '#contract/page-recipe.ts'
import { type InkIndex, inkValues } from './drawing.ts'
import { paperColourValues } from './paper-colours.ts'

/** Red, green and blue, each between 0 and 1. */
type Colour = [number, number, number]

type PaperAndInks = Pick<PageRecipe, 'paper' | 'inks'>

/** The smallest contrast ratio that WCAG 2.2 allows for small text. */
export const minContrast = 4.5

/** WCAG’s contrast ratio of text on paper. */
export const paperContrast = ({ paper, inks: [ink = 'black'] }: PaperAndInks) => {
  const below = toColour(paperColourValues[paper])
  return ratioOf(overprint(below, ink), below)
}

/** WCAG’s contrast ratio of text on a solid of the second ink, as it is printed. With one ink, the solid has that ink. */
export function solidContrast(page: PaperAndInks) {
  const { paper, inks } = page
  if (overprints(page)) return overprintContrast(page)
  return paperContrast({ paper, inks: inks.slice(-1) })
}

/** Whether the first ink can be read on the second. Otherwise, text on a solid is knocked out. */
export const overprints = (page: PaperAndInks) => overprintContrast(page) >= 3

function overprintContrast({ paper, inks: [text = 'black', second = text] }: PaperAndInks) {
  if (second === text) return 1
  const solid = overprint(toColour(paperColourValues[paper]), second)
  return ratioOf(overprint(solid, text), solid)
}

/** The darker of the two inks, for QR codes: machines need the contrast. */
export const darkerInk = ({ inks: [first = 'black', second = first] }: Pick<PageRecipe, 'inks'>): InkIndex =>
  luminance(toColour(inkValues[second])) < luminance(toColour(inkValues[first])) ? 1 : 0

/** The usual order of printing, because a dark ink would dirty a light one. */
export const lightestFirst = (inks: Ink[]) =>
  [...new Set(inks)].sort((a, b) => luminance(toColour(inkValues[b])) - luminance(toColour(inkValues[a])))

const toColour = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Colour

const overprint = (below: Colour, ink: Ink) => {
  const colour = toColour(inkValues[ink])
  return below.map((value, index) => value * (colour[index] ?? 1)) as Colour
}

function ratioOf(one: Colour, other: Colour) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: Colour) {
  const [red, green, blue] = colour.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
