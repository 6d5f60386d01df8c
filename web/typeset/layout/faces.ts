import { fontFamily } from '../load-font-files.ts'

export type Face = {
  family: string
  /** Instead of `family`, if it lacks letters of the text. */
  substitute: string
  weight: number
  /** Line height divided by text size. */
  leading: number
  stretch?: 'semi-condensed'
  generic: 'sans-serif' | 'serif' | 'monospace'
}

/** As for CanvasRenderingContext2D.font. */
export function fontOf({ family, weight, stretch, generic }: Face, size: number) {
  const families = [family, 'scripts', 'japanese', 'emoji'].map((name) => `"${fontFamily(name)}"`).join(', ')
  return `${stretch ? `${stretch} ` : ''}${weight} ${size}px ${families}, ${generic}`
}
