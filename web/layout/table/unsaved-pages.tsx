import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { persist, removeStored } from '#web/browser/local-storage.ts'
import { registerOpenText } from '#web/session/open-texts.ts'
import { knownRecipe } from '#web/typeset/recipe.ts'
import { templateFields } from '#web/typeset/templates/template-fields.ts'
import { Button } from '#web/ui/controls/button.tsx'
import offer from '../sheet/sheet-offer.module.css'
import { listStoredPages, madePagesKey } from './stored-made-pages.ts'

/** `pageId` and `url` are the id and the picture of the page on the table that it changes, if any. */
type UnsavedPage = { recipe: PageRecipe; pageId?: string | undefined; url?: string | undefined }

/** `initial`: pages of a new draft that are not drawn yet. */
type Options = { zineId: string; sent: readonly UnsavedPage[]; initial: readonly PageRecipe[] }

/**
 * Pages made here that are not on the table yet: in the maker, or `sent` while their pictures are uploaded. They are stored
 * in this browser, because phones close pages without asking, and are offered when the table opens again.
 */
export function useUnsavedPages({ zineId, sent, initial }: Options) {
  const viewer = useViewer()
  // The pages stay those of this member, also if the session ends.
  const [userId] = useState(viewer?.id)
  const key = userId && madePagesKey(userId, zineId)
  const [restored, setRestored] = useState<readonly UnsavedPage[]>(() => [
    ...(key ? readPages(key) : []),
    ...initial.map((recipe) => ({ recipe })),
  ])
  const [inMaker, setInMaker] = useState<readonly UnsavedPage[]>([])
  const unsaved = JSON.stringify([...restored, ...sent, ...inMaker])
  const isStored = useRef(true)
  const isDiscarded = useRef(false)
  useEffect(() => {
    if (!key || isDiscarded.current) return
    if (unsaved === '[]') removeStored(key)
    isStored.current = unsaved === '[]' || persist(key, JSON.parse(unsaved))
  }, [key, unsaved])
  useEffect(() => {
    if (!userId) return
    return registerOpenText({
      userId,
      isOnlyInMemory: () => !isStored.current,
      flush: async () => {},
      discard: () => {
        isDiscarded.current = true
        isStored.current = true
      },
    })
  }, [userId])
  return { restored, setInMaker, forget: () => setRestored([]) }
}

function readPages(key: string): UnsavedPage[] {
  return listStoredPages(key).flatMap((stored) => {
    const page = stored as Partial<UnsavedPage> | null
    const recipe = knownRecipe(page?.recipe)
    return recipe && recipe.template in templateFields ? [{ recipe, pageId: page?.pageId, url: page?.url }] : []
  })
}

type NoticeProps = {
  maker: {
    open: object | undefined
    openRestored: () => void
    unsaved: ReturnType<typeof useUnsavedPages>
    isDrawing: boolean
  }
  busy: boolean
}

export function UnsavedPagesNotice({ maker: { open, openRestored, unsaved, isDrawing }, busy }: NoticeProps) {
  const { t } = useLingui()
  const count = unsaved.restored.length
  if (count === 0 || open || isDrawing) return null
  return (
    <section className={offer.offer} aria-label={t`Unsaved pages`}>
      <p role="status">
        {t`${plural(count, {
          one: '# page that you made was not saved. It is still in this browser.',
          other: '# pages that you made were not saved. They are still in this browser.',
        })}`}
      </p>
      <Button look="second" size="small" disabled={busy} onClick={openRestored}>
        {t`${plural(count, { one: 'Open it', other: 'Open them' })}`}
      </Button>
      <Button look="second" size="small" disabled={busy} onClick={unsaved.forget}>{t`Discard`}</Button>
    </section>
  )
}
