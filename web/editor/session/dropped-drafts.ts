import { openTabChannel, tellTabs } from '#web/browser/tab-channel.ts'

const nameFor = (userId: string) => `foldout:drafts-dropped:${userId}`

/** Tells whoever has a text of this member open, in this tab at once and in the others, that it is given up. */
export function tellDraftsDropped(userId: string) {
  window.dispatchEvent(new Event(nameFor(userId)))
  tellTabs(nameFor(userId), 'dropped')
}

/** Calls back when a member gives up what was not saved; returns how to stop. */
export function onDraftsDropped(userId: string, dropped: () => void) {
  const { close } = openTabChannel(nameFor(userId), dropped)
  window.addEventListener(nameFor(userId), dropped)
  return () => {
    close()
    window.removeEventListener(nameFor(userId), dropped)
  }
}
