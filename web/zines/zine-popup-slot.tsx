import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'
import { reachable } from '#web/browser/reachable.ts'
import { usePart } from '#web/ui/use-part.ts'
import { isLineSpared } from '#web/ui/waiting.ts'

export function ZinePopupSlot() {
  const id = zineInState(useLocation().state)
  const ZinePopup = usePart(id !== undefined, openedSoon, () => undefined)
  useEffect(() => {
    if (isLineSpared()) return
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

const loadZinePopup = () => import('./zine-popup.tsx')

/** If the code cannot be loaded, the zine opens when the site is reachable again. */
const openedSoon = async () => (await loadZinePopup().catch(() => reachable().then(loadZinePopup))).ZinePopup

export const preloadZinePopup = () => void loadZinePopup().catch(() => undefined)
