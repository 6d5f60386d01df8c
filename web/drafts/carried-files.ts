const carried = new Map<string, readonly File[]>()

/** Keeps files for the table of a draft that is about to be opened in this tab. */
export const carryFiles = (draftId: string, files: readonly File[]) => void carried.set(draftId, files)

/** They are handed over once: after a reload they are gone, and would have to be chosen again. */
export function takeCarried(draftId: string): readonly File[] {
  const files = carried.get(draftId) ?? []
  carried.delete(draftId)
  return files
}
