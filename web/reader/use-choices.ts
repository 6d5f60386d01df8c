import { useSyncExternalStore } from 'react'
import { onStoredChange, persist, readStored } from '#web/browser/local-storage.ts'
import type { Cover, Mode } from './spreads.ts'

export const zooms = ['page', 'width', 'double'] as const
export type Zoom = (typeof zooms)[number]

/** `hasLetters`: whether single-character keys are on. */
export type Choices = { mode: Mode; cover: Cover; zoom: Zoom; hasLetters: boolean }

const defaults: Choices = { mode: 'spread', cover: 'alone', zoom: 'page', hasLetters: true }
const key = 'foldout:reader'
const changes = new EventTarget()
let current: Choices | undefined

/** Stored choices, shared by all tabs and members of this browser. */
export const useChoices = () =>
  useSyncExternalStore(
    onChange,
    () => (current ??= validated(readStored(key))),
    () => defaults,
  )

export function updateChoices(update: Partial<Choices>) {
  current = { ...(current ?? validated(readStored(key))), ...update }
  persist(key, current)
  changes.dispatchEvent(new Event('change'))
}

function onChange(changed: () => void) {
  changes.addEventListener('change', changed)
  const stop = onStoredChange(key, (stored) => {
    current = validated(stored)
    changed()
  })
  return () => {
    changes.removeEventListener('change', changed)
    stop()
  }
}

function validated(stored: unknown): Choices {
  const { mode, cover, zoom, hasLetters } = { ...defaults, ...(stored as Partial<Choices> | undefined) }
  return {
    mode: mode === 'single' ? mode : defaults.mode,
    cover: cover === 'joined' ? cover : defaults.cover,
    zoom: zooms.find((option) => option === zoom) ?? defaults.zoom,
    hasLetters: hasLetters !== false,
  }
}
