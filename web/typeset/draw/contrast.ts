import type { Ink, PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import { inkValues, paperColourValues } from '../drawing.ts'

/** Red, green and blue, each between 0 and 1. */
type Colour = [number, number, number]

type Look = Pick<PageRecipe, 'paper' | 'inks'> & Partial<Pick<PageRecipe, 'template'>>

/** WCAG’s contrast ratio of the text where it is hardest to read. Small text needs 4.5. */
export function textContrast({ paper, inks, template }: Look) {
  const [text = 'black', second] = inks
  const paperColour = toColour(paperColourValues[paper])
  const onPaper = ratioOf(overprint(paperColour, text), paperColour)
  if (!second || second === text || !isOnSolid(template)) return onPaper
  const solid = overprint(paperColour, second)
  return Math.min(onPaper, ratioOf(overprint(solid, text), solid))
}

/** Whether small text is printed on a solid of the second ink. */
const isOnSolid = (template: PageTemplate | undefined) => template === 'solid' || template === 'comic'

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
