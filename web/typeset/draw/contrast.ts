import type { PageRecipe } from '#contract/page-recipe.ts'
import { inkValues, paperColourValues } from '../drawing.ts'

/** Red, green and blue, each between 0 and 1. */
type Colour = [number, number, number]

/** WCAG’s contrast ratio of the text: 4.5 is enough for small text. */
export function textContrast({ paper, inks }: Pick<PageRecipe, 'paper' | 'inks'>) {
  const paperColour = toColour(paperColourValues[paper])
  const text = overprint(paperColour, toColour(inkValues[inks[0] ?? 'black']))
  return ratioOf(text, paperColour)
}

const toColour = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Colour

const overprint = (below: Colour, ink: Colour) => below.map((value, index) => value * (ink[index] ?? 1)) as Colour

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
