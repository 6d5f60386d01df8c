import { useEffect, useState } from 'react'
import type { FullZine } from '#contract/zines.ts'
import { listStoredKeys, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { isLayout, withLayoutDefaults } from '../session/stored-layouts.ts'
import { type Layout, type LayoutChange, withAspectRatio } from '../table/layout.ts'
import { changedFields, mergeEdit, textOf, type ZineEdit } from './zine-edit.ts'

type EditOptions = { zine: FullZine; userId: string }

/** `conflict`: the version saved elsewhere, until the member chooses. `unchosenLayout`: the one not chosen. */
export function useZineEdit({ zine, userId }: EditOptions) {
  const [initial] = useState(() => openEdit({ zine, userId }))
  const [edit, setEdit] = useState(initial.edit)
  const [conflict, setConflict] = useState(initial.conflict)
  const [unchosenLayout, setUnchosenLayout] = useState<Layout>()
  const isDirty = changedFields(edit.base.layout, edit.layout).length > 0
  const isStored = usePersistEdit({ zine, userId }, isDirty ? edit : undefined)
  const change = (patch: Partial<ZineEdit>) => setEdit((current) => ({ ...current, ...patch }))

  return {
    ...{ edit, conflict, unchosenLayout, isDirty, isStored },
    isRestored: initial.isRestored,
    setConflict,
    changeLayout: (updateLayout: LayoutChange) =>
      setEdit(({ layout, ...edit }) => ({ ...edit, layout: withAspectRatio(layout, updateLayout(layout)) })),
    setNote: (note: string) => change({ note }),
    discard: () => change({ layout: edit.base.layout, note: '' }),
    choose(side: 'mine' | 'saved', savedZine: FullZine) {
      const base = textOf(savedZine)
      if (side === 'saved') setUnchosenLayout(edit.layout)
      setEdit(side === 'mine' ? { ...edit, base } : { base, layout: base.layout, note: '' })
      setConflict(undefined)
    },
    restoreUnchosen(layout: Layout) {
      change({ layout })
      setUnchosenLayout(undefined)
    },
  }
}

function openEdit({ zine, userId }: EditOptions): {
  edit: ZineEdit
  conflict?: FullZine
  isRestored: boolean
} {
  const base = textOf(zine)
  const stored = readStoredEdit(userId, zine.id)
  if (!stored) return { edit: { base, layout: base.layout, note: '' }, isRestored: false }
  const edit = stored.base.version === zine.version ? { ...stored, base } : mergeEdit(stored, base)
  if (!edit) return { edit: stored, conflict: zine, isRestored: true }
  return { edit, isRestored: changedFields(base.layout, edit.layout).length > 0 }
}

function usePersistEdit({ zine: { id }, userId }: EditOptions, unsaved: ZineEdit | undefined) {
  const [isStored, setStored] = useState(true)
  useEffect(() => {
    if (unsaved) setStored(persistEdit(userId, id, unsaved))
    else removeStoredEdit(userId, id)
  }, [userId, id, unsaved])
  return isStored
}

const editKey = (userId: string, zineId: string) => memberSubkey(userId, 'zine-edit', zineId)

export function readStoredEdit(userId: string, zineId: string): ZineEdit | undefined {
  const stored = withDefaults(readStored(editKey(userId, zineId)))
  return isEdit(stored) ? stored : undefined
}

export const persistEdit = (userId: string, zineId: string, edit: ZineEdit) => persist(editKey(userId, zineId), edit)

export const removeStoredEdit = (userId: string, zineId: string) => removeStored(editKey(userId, zineId))

export const listStoredEdits = (userId: string) => listStoredKeys(editKey(userId, ''))

function withDefaults(stored: unknown) {
  const edit = stored as Partial<ZineEdit> | null | undefined
  if (!edit?.base) return stored
  const base = { ...edit.base, layout: withLayoutDefaults(edit.base.layout) }
  return { ...edit, base, layout: withLayoutDefaults(edit.layout) }
}

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
