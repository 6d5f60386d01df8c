import type { ReactNode } from 'react'

/** `drawing` is the inside of an SVG of 200 by 140, drawn for zines that are read from left to right. */
export type Step = { drawing: ReactNode; words: string }
