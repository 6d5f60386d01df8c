import { useEffect, useState } from 'react'
import type { OpenZine } from '#contract/zines.ts'
import type { Layout, LayoutChange } from '../table/layout.ts'
import { forgetEdit, keepEdit, readKeptEdit } from './kept-edit.ts'
import { changedFields, mergedEdit, textOf, type ZineEdit } from './zine-edit.ts'

type Which = { zine: OpenZine; userId: string }

/**
 * One's changes of a zine, kept in this browser until they are saved. `conflict` is the zine as somebody else, or oneself in
 * another place, has saved it, while that waits for a choice; `aside` is what a choice has put away.
 */
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
    choose(side: 'mine' | 'theirs', theirs: OpenZine) {
      const base = textOf(theirs)
      if (side === 'theirs') setAside(edit.layout)
      setEdit(side === 'mine' ? { ...edit, base } : { base, layout: base.layout, note: '' })
      setConflict(undefined)
    },
    bringBack(layout: Layout) {
      change({ layout })
      setAside(undefined)
    },
  }
}

/** What this browser has kept goes on, joined with what was changed elsewhere since. */
function open({ zine, userId }: Which): { edit: ZineEdit; conflict?: OpenZine; isRestored: boolean } {
  const base = textOf(zine)
  const kept = readKeptEdit(userId, zine.id)
  if (!kept) return { edit: { base, layout: base.layout, note: '' }, isRestored: false }
  const edit = kept.base.version === zine.version ? { ...kept, base } : mergedEdit(kept, base)
  if (!edit) return { edit: kept, conflict: zine, isRestored: true }
  return { edit, isRestored: changedFields(base.layout, edit.layout).length > 0 }
}

/** Keeps what is not saved; whether that could be done. */
function useKept({ zine: { id }, userId }: Which, unsaved: ZineEdit | undefined) {
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    if (unsaved) setKept(keepEdit(userId, id, unsaved))
    else forgetEdit(userId, id)
  }, [userId, id, unsaved])
  return isKept
}
