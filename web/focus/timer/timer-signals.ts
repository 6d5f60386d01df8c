import { plural, t } from '@lingui/core/macro'
import { persist, readStored } from '#web/browser/local-storage.ts'
import { memberKey } from '#web/browser/storage-keys.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { Run } from './timer-model.ts'

/** How long one window's notification suppresses the others, in milliseconds. */
const lockHoldMs = 2_000

/** Announces the end of a run. After a full run, only one window does so, with the enabled signals. */
export async function announceEnd(userId: string, { sessionId }: Run, minutes: number, ranOut: boolean) {
  const title = t`Focus session completed!`
  const description = t`${plural(minutes, {
    0: 'Session completed!',
    one: 'Great work! You focused for # minute.',
    other: 'Great work! You focused for # minutes.',
  })}`
  if (!ranOut) return showToast({ title, description })
  if (!(await claimAnnouncement(`foldout:${userId}:ended:${sessionId}`))) return
  showToast({ title, description })
  const { sound, notice } = readSignals(userId)
  if (sound) ring()
  if (notice) notify(title, description)
}

/** Whether this window is first. Without locks (plain http), every window is. */
async function claimAnnouncement(name: string) {
  if (!('locks' in navigator)) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise<void>((release) => setTimeout(release, lockHoldMs))
    })
    .catch(() => resolve(true))
  return promise
}

type Signals = { sound: boolean; notice: boolean }

const signalsKey = (userId: string) => memberKey(userId, 'timer-signals')

export function readSignals(userId: string): Signals {
  const stored = readStored(signalsKey(userId)) as Partial<Signals> | null | undefined
  return { sound: stored?.sound === true, notice: stored?.notice === true }
}

export const storeSignals = (userId: string, signals: Signals) => persist(signalsKey(userId), signals)

export async function requestNotificationPermission() {
  if (!('Notification' in window)) return false
  if (Notification.permission === 'default') return (await Notification.requestPermission()) === 'granted'
  return Notification.permission === 'granted'
}

let audio: AudioContext | undefined

/** Call this from a click, because browsers otherwise block sound. */
function resumeAudio() {
  audio ??= 'AudioContext' in window ? new AudioContext() : undefined
  void audio?.resume().catch(() => undefined)
}

export function ring() {
  resumeAudio()
  for (const [delaySeconds, pitch] of [
    [0, 880],
    [0.18, 1_320],
  ] as const)
    playTone(delaySeconds, pitch)
}

function playTone(delaySeconds: number, pitch: number) {
  if (!audio) return
  const startSeconds = audio.currentTime + delaySeconds
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch })
  const volume = new GainNode(audio, { gain: 0 })
  volume.gain.setValueAtTime(0.0001, startSeconds)
  volume.gain.exponentialRampToValueAtTime(0.25, startSeconds + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.0001, startSeconds + 0.5)
  tone.connect(volume).connect(audio.destination)
  tone.start(startSeconds)
  tone.stop(startSeconds + 0.55)
}

/** Shows a system notification to members who are in another window. A visible tab shows a toast. */
function notify(title: string, body: string) {
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  try {
    new Notification(title, { body, icon: '/favicon.svg', tag: 'foldout-timer' })
  } catch {
    // Some phones allow notifications only from service workers.
  }
}
