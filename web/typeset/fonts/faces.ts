import type { Run } from '../setting/markdown.ts'
import { fontFamily } from './load-font-files.ts'

export type Face = {
  family: string
  /** Replaces `family` if it lacks letters of the text. */
  substitute: string
  weight: number
  /** Line height divided by text size. */
  leading: number
  stretch?: 'semi-condensed'
  isItalic?: boolean
  generic: 'sans-serif' | 'serif' | 'monospace'
}

/** The value of `CanvasRenderingContext2D.font` for a face. `size` is in pixels. */
export function fontOf({ family, weight, stretch, isItalic, generic }: Face, size: number) {
  const families = [family, 'scripts', 'japanese', 'emoji'].map((name) => `"${fontFamily(name)}"`).join(', ')
  return `${isItalic ? 'italic ' : ''}${stretch ? `${stretch} ` : ''}${weight} ${size}px ${families}, ${generic}`
}

/** The face in bold or italics. Browsers slant the letters of an upright font, which scripts without italics do not do. */
export function styledFace(face: Face, { text, isBold, isItalic }: Omit<Run, 'start'>): Face {
  const isSlanted = isItalic && !withoutItalics.test(text)
  const weight = isBold || (isItalic && !isSlanted) ? Math.max(face.weight, 700) : face.weight
  return { ...face, weight, isItalic: isSlanted }
}

const withoutItalics =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
