import { getPriority, setPriority } from 'node:os'

/** Lets everything else on the machine come first. Whoever gives way more already stays so: only root may take that back. */
export function giveWay(niceness: number) {
  if (getPriority() >= niceness) return
  try {
    setPriority(niceness)
  } catch {
    // Where a service may not change it the work is done all the same.
  }
}
