import type { Tabs, Word } from './session-keeper.ts'

/** The tabs that share a name: a lock says which of them leads, and a channel carries what they tell. */
export function browserTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  let release = () => {}
  return {
    lead: (begin) => {
      // Without https there are no locks: then every tab looks after itself.
      if (!('locks' in navigator)) return begin()
      const hold = () => {
        begin()
        return new Promise<void>((resolve) => {
          release = resolve
        })
      }
      navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => undefined)
    },
    tell: (word) => channel.postMessage(word),
    hear: (heard) => {
      channel.onmessage = ({ data }: MessageEvent<Word>) => heard(data)
    },
    leave: () => {
      leaving.abort()
      release()
      channel.close()
    },
  }
}
