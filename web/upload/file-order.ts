import { comparePaths } from '#contract/natural-order.ts'

/** Two orders of what was added together: as chosen, and by name. */
export type Orders<Key> = { chosen: readonly Key[]; byName: readonly Key[] }

/** File dialogs deliver files in an order of their own, so files added together are sorted by name. */
export function ordersOf<Named extends { name: string }>(files: readonly Named[]): Orders<Named> {
  return { chosen: files, byName: files.toSorted((one, other) => comparePaths(one.name, other.name)) }
}

export const areDifferent = ({ chosen, byName }: Orders<unknown>) => chosen.some((key, index) => key !== byName[index])
