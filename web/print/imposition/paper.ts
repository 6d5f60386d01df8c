import type { Layout } from './layouts.ts'

export const papers = ['a4', 'letter'] as const
export type Paper = (typeof papers)[number]

/** Millimetres. */
export type Size = { width: number; height: number }

const upright: Record<Paper, Size> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
}

/** A sheet as it is printed for a layout. */
export function sheetSize(layout: Layout, paper: Paper): Size {
  const { width, height } = upright[paper]
  return layout === 'mini' || layout === 'booklet' ? { width: height, height: width } : { width, height }
}
