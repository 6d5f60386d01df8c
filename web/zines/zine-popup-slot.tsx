import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'
import { waitUntilReachable } from '#web/browser/wait-until-reachable.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { shouldSaveData } from '#web/ui/busy-clicks.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

export function ZinePopupSlot() {
  const id = zineInState(useLocation().state)
  const ZinePopup = useLazyComponent(id !== undefined, loadWhenReachable, () => undefined)
  useEffect(() => {
    if (shouldSaveData()) return
    const timer = setTimeout(preloadZinePopup, 4_000)
    return () => clearTimeout(timer)
  }, [])
  return id && ZinePopup ? <ZinePopup id={id} key={id} /> : null
}

type PopupState = { zine: string }

export const zineLink = (id: string, { pathname, search }: Location) => ({
  to: pathname + search,
  mask: `/zine/${id}`,
  state: { zine: id } satisfies PopupState,
  replace: false,
  preventScrollReset: true,
})

const zineInState = (state: unknown) => (state as Partial<PopupState> | null)?.zine

const loadZinePopup = () => withSentences('reading', () => import('./zine-popup.tsx'))

/** If the code cannot be loaded, the zine opens when the site is reachable again. */
const loadWhenReachable = async () =>
  (await loadZinePopup().catch(() => waitUntilReachable().then(loadZinePopup))).ZinePopup

export const preloadZinePopup = () => void loadZinePopup().catch(() => undefined)
