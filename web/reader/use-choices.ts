import { useSyncExternalStore } from 'react'
import { keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'
import type { Cover, Mode } from './spreads.ts'

export const zooms = ['page', 'width', 'double'] as const
export type Zoom = (typeof zooms)[number]

/** `hasLetters`: whether single-character keys are on. */
export type Choices = { mode: Mode; cover: Cover; zoom: Zoom; hasLetters: boolean }

const usual: Choices = { mode: 'spread', cover: 'alone', zoom: 'page', hasLetters: true }
const key = 'foldout:reader'
const changes = new EventTarget()
let chosen: Choices | undefined

/** Stored choices, shared by all tabs and members of this browser. */
export const useChoices = () =>
  useSyncExternalStore(
    onChange,
    () => (chosen ??= checked(readKept(key))),
    () => usual,
  )

export function choose(more: Partial<Choices>) {
  chosen = { ...(chosen ?? checked(readKept(key))), ...more }
  keep(key, chosen)
  changes.dispatchEvent(new Event('change'))
}

function onChange(changed: () => void) {
  changes.addEventListener('change', changed)
  const stop = onKeptChange(key, (kept) => {
    chosen = checked(kept)
    changed()
  })
  return () => {
    changes.removeEventListener('change', changed)
    stop()
  }
}

function checked(kept: unknown): Choices {
  const { mode, cover, zoom, hasLetters } = { ...usual, ...(kept as Partial<Choices> | undefined) }
  return {
    mode: mode === 'single' ? mode : usual.mode,
    cover: cover === 'joined' ? cover : usual.cover,
    zoom: zooms.find((each) => each === zoom) ?? usual.zoom,
    hasLetters: hasLetters !== false,
  }
}
