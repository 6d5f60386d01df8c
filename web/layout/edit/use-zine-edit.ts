import { useEffect, useState } from 'react'
import type { OpenZine } from '#contract/zines.ts'
import { forget, keep, keptKeys, readKept } from '#web/browser/local-storage.ts'
import { isLayout, layDefaults } from '../session/kept-layouts.ts'
import type { Layout, LayoutChange } from '../table/layout.ts'
import { changedFields, mergedEdit, textOf, type ZineEdit } from './zine-edit.ts'

type Which = { zine: OpenZine; userId: string }

/** `conflict`: the version saved elsewhere, until the member chooses. `aside`: the layout that was not chosen. */
export function useZineEdit({ zine, userId }: Which) {
  const [opened] = useState(() => open({ zine, userId }))
  const [edit, setEdit] = useState(opened.edit)
  const [conflict, setConflict] = useState(opened.conflict)
  const [aside, setAside] = useState<Layout>()
  const isDirty = changedFields(edit.base.layout, edit.layout).length > 0
  const isKept = useKept({ zine, userId }, isDirty ? edit : undefined)
  const change = (part: Partial<ZineEdit>) => setEdit((last) => ({ ...last, ...part }))

  return {
    ...{ edit, conflict, aside, isDirty, isKept },
    isRestored: opened.isRestored,
    setConflict,
    changeLayout: (next: LayoutChange) => setEdit((last) => ({ ...last, layout: next(last.layout) })),
    write: (note: string) => change({ note }),
    discard: () => change({ layout: edit.base.layout, note: '' }),
    choose(side: 'mine' | 'saved', theirs: OpenZine) {
      const base = textOf(theirs)
      if (side === 'saved') setAside(edit.layout)
      setEdit(side === 'mine' ? { ...edit, base } : { base, layout: base.layout, note: '' })
      setConflict(undefined)
    },
    bringBack(layout: Layout) {
      change({ layout })
      setAside(undefined)
    },
  }
}

function open({ zine, userId }: Which): { edit: ZineEdit; conflict?: OpenZine; isRestored: boolean } {
  const base = textOf(zine)
  const kept = readKeptEdit(userId, zine.id)
  if (!kept) return { edit: { base, layout: base.layout, note: '' }, isRestored: false }
  const edit = kept.base.version === zine.version ? { ...kept, base } : mergedEdit(kept, base)
  if (!edit) return { edit: kept, conflict: zine, isRestored: true }
  return { edit, isRestored: changedFields(base.layout, edit.layout).length > 0 }
}

function useKept({ zine: { id }, userId }: Which, unsaved: ZineEdit | undefined) {
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    if (unsaved) setKept(keepEdit(userId, id, unsaved))
    else forgetEdit(userId, id)
  }, [userId, id, unsaved])
  return isKept
}

const prefix = (userId: string) => `foldout:${userId}:zine-edit:`
const keyOf = (userId: string, zineId: string) => prefix(userId) + zineId

export function readKeptEdit(userId: string, zineId: string): ZineEdit | undefined {
  const kept = withDefaults(readKept(keyOf(userId, zineId)))
  return isEdit(kept) ? kept : undefined
}

export const keepEdit = (userId: string, zineId: string, edit: ZineEdit) => keep(keyOf(userId, zineId), edit)

export const forgetEdit = (userId: string, zineId: string) => forget(keyOf(userId, zineId))

export const zineEditsOf = (userId: string) => keptKeys(prefix(userId))

function withDefaults(kept: unknown) {
  const edit = kept as Partial<ZineEdit> | null | undefined
  if (!edit?.base) return kept
  const base = { ...edit.base, layout: layDefaults(edit.base.layout) }
  return { ...edit, base, layout: layDefaults(edit.layout) }
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
