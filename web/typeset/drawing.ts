import type { Ink, PageRecipe, PaperColour, PictureFrame, PictureTreatment } from '#contract/page-recipe.ts'

/** A box in pixels of the picture. The origin is the top left corner. */
export type Box = { x: number; y: number; width: number; height: number }

/** In pixels of the picture. */
export type Point = [x: number, y: number]

/** Index of the ink in the recipe's `inks`; 1 falls back to 0 if the page has one ink. */
export type InkIndex = 0 | 1

export type TextLine = {
  kind: 'text'
  text: string
  /** Start of the line: left, or right for right-to-left text. `y` is the baseline. */
  x: number
  y: number
  /** A value for `CanvasRenderingContext2D.font`, whose size is in whole pixels. */
  font: string
  direction: 'ltr' | 'rtl'
  /** A wider line is condensed: boxes for characters that no font has can be wider than they were measured. */
  maxWidth?: number
  /** What each space is wider than usual, in pixels. */
  wordSpacing?: number
  ink: InkIndex
  /** Whether the line is printed in the colour of the paper, on a solid. */
  isKnockedOut?: boolean
}

/** How the tones of pictures are changed before they are printed. */
export type Tones = Pick<PageRecipe, 'brightness' | 'contrast' | 'whitensPaper'>

/** `picture` is the index in the recipe's `pictures`. A missing one is an empty frame. */
export type PictureMark = {
  kind: 'picture'
  box: Box
  picture: number
  /** On plates, a press can make dots from continuous tones itself. */
  treatment: PictureTreatment | 'continuous'
  tones?: Tones
  /** What the maker chose to show. It fills the box. */
  crop?: PictureFrame
  /**
   * A framed picture has a line around it and a shadow of the second ink. Without `crop`, it is nearly whole, at the lower
   * edge of the box. Other pictures are cropped to fill the box. Both widths are in pixels.
   */
  frame?: { line: number; shadow: number }
}

/** A polygon, or a line through the points if it has a width in pixels. */
export type ShapeMark = { kind: 'shape'; points: Point[]; ink: InkIndex; line?: number; isKnockedOut?: boolean }

/** One character whose ink is as large as the box allows, and in the middle of it. */
export type LetterMark = {
  kind: 'letter'
  text: string
  /** A value for `CanvasRenderingContext2D.font`, of any size. */
  font: string
  box: Box
  ink: InkIndex
  /** Only a line around it is printed, with this width in pixels. */
  line?: number
  /** Whether what is printed below is removed outside the letter, and the letter itself is not printed. */
  crops?: boolean
}

export type Mark =
  | TextLine
  /** If it covers, the other inks and photos below are removed. */
  | { kind: 'solid'; box: Box; ink: InkIndex; covers?: boolean }
  | PictureMark
  /** A rounded outline in the first ink, with the paper inside. Lines start and end at `tip`, the point of its tail. */
  | { kind: 'bubble'; box: Box; tip?: { x: number; y: number } | undefined; line: number }
  | ShapeMark
  | LetterMark
  /** The dark modules of a QR code fill the box. They have no grain, which cameras cannot read. */
  | { kind: 'qr'; box: Box; modules: boolean[][]; ink: InkIndex }

/** How far pictures and solids reach over the edge of the page, in pixels. A shift of an ink then leaves no strip of paper. */
export const bleedOf = ({ width }: Pick<Drawing, 'width'>) => width / 100

/** A page as marks on paper, in printing order. It needs no canvas, so that it can be tested and compared. */
export type Drawing = {
  /** The size in pixels. */
  width: number
  height: number
  paper: PaperColour
  inks: Ink[]
  isTextured: boolean
  /** What is printed around the page and cut off, in pixels. Solids and pictures at its edges reach into it. */
  bleed?: number
  marks: Mark[]
  /** The size of the main text, as a multiple of the smallest. */
  textSize: number
  /** The text that does not fit, with its paragraphs, or empty. `text` without it fits. */
  overflow: string
  /** The numbers of the panels of a comic that have words in `overflow`. */
  cutPanels: number[]
  /** The number of words in `overflow`. */
  overflowWords: number
}

export const inkValues: Record<Ink, string> = {
  black: '#211d1c',
  blue: '#0078bf',
  pink: '#ff48b0',
  yellow: '#ffb511',
  green: '#00a95c',
  red: '#f1503f',
  teal: '#00838a',
  violet: '#765ba7',
  orange: '#ff6c2f',
}

/** Where a picture of the recipe is on the page. */
export const pictureMark = (drawing: Drawing | undefined, index: number) =>
  drawing?.marks.find((mark) => mark.kind === 'picture' && mark.picture === index) as PictureMark | undefined
