import type { Field } from '../distance-fields.ts'

/** Darkness to add at a point of a part. */
type Texture = (x: number, y: number) => number

/** Darkness is 0…1; roundness is how far from the edge the part still bulges, 0 for flat paint. */
export type Part = [shape: Field, darkness: number, roundness: number, texture?: Texture]

/** Named parts in a -1…1 box with y down, painted from the first (behind) to the last (in front). */
export type Subject = Record<string, Part>
