import { forget, keep, keptKeys, readKept } from '#web/browser/local-storage.ts'
import { layDefaults } from '../session/lay-defaults.ts'
import { pageWords } from '../session/layout-text.ts'
import { blankLayout, type Layout } from '../table/layout.ts'
import type { ZineEdit } from './zine-edit.ts'

const prefix = (userId: string) => `foldout:${userId}:zine-edit:`
const keyOf = (userId: string, zineId: string) => prefix(userId) + zineId

/** What a member changed of a zine and has not saved, as this browser keeps it. */
export function readKeptEdit(userId: string, zineId: string): ZineEdit | undefined {
  const kept = withDefaults(readKept(keyOf(userId, zineId)))
  return isEdit(kept) ? kept : undefined
}

/** Answers whether it is kept now. */
export const keepEdit = (userId: string, zineId: string, edit: ZineEdit) => keep(keyOf(userId, zineId), edit)

export const forgetEdit = (userId: string, zineId: string) => forget(keyOf(userId, zineId))

/** Where this browser keeps what a member changed of zines without saving. */
export const zineEditsOf = (userId: string) => keptKeys(prefix(userId))

function withDefaults(kept: unknown) {
  const edit = kept as Partial<ZineEdit> | null | undefined
  if (!edit?.base) return kept
  const base = { ...edit.base, layout: layDefaults(edit.base.layout) }
  return { ...edit, base, layout: layDefaults(edit.layout) }
}

/** Anybody can have written there, and an earlier Foldout too. */
function isEdit(value: unknown): value is ZineEdit {
  const { base, layout, note } = (value ?? {}) as Partial<ZineEdit>
  return (
    typeof note === 'string' &&
    typeof base?.version === 'number' &&
    typeof base.printing === 'number' &&
    isLayout(base.layout) &&
    isLayout(layout)
  )
}

const texts = ['url', ...pageWords] as const

function isLayout(value: unknown): value is Layout {
  const layout = (value ?? {}) as Record<string, unknown>
  const isWhole = Object.entries(blankLayout).every(([key, blank]) => typeof layout[key] === typeof blank)
  return (
    isWhole &&
    layout.details !== null &&
    Array.isArray(layout.pages) &&
    layout.pages.every((page) => texts.every((text) => typeof page?.[text] === 'string'))
  )
}
