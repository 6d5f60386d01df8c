/** A text that is open in this tab. */
type OpenText = {
  userId: string
  /** Whether there are words that neither the server nor this browser has. */
  isOnlyHere: () => boolean
  /** Sends what is not saved, and waits for the answer. */
  trySave: () => Promise<void>
}

const open = new Set<OpenText>()

/** Notes that a text is open; returns what to call when it is not any more. */
export function noteOpenText(text: OpenText) {
  open.add(text)
  return () => void open.delete(text)
}

/** A member's texts with words that the browser could not keep: they are in this tab alone. */
export const textsOnlyHere = (userId: string) =>
  [...open].filter((text) => text.userId === userId && text.isOnlyHere())

export const saveTextsOnlyHere = (userId: string) =>
  Promise.all(textsOnlyHere(userId).map((text) => text.trySave()))
