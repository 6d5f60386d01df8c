import { lazy, Suspense, useEffect } from 'react'
import { type Location, useLocation } from 'react-router'

const ZinePopup = lazy(async () => ({ default: (await loadZinePopup()).ZinePopup }))

/** Where a zine lies open over whatever page is below, which stays as it is. */
export function ZinePopupSlot() {
  const id = zineInState(useLocation().state)
  useEffect(() => {
    const timer = setTimeout(preloadZinePopup, 4_000)
    return () => clearTimeout(timer)
  }, [])
  if (!id) return null
  return (
    <Suspense>
      <ZinePopup id={id} key={id} />
    </Suspense>
  )
}

/** The state of a history entry in which a zine lies open over the page. */
type PopupState = { zine: string }

/** A link that opens a zine over the page it is on, while the address bar shows the zine's own address. */
export const zineLink = (id: string, { pathname, search }: Location) => ({
  to: pathname + search,
  mask: `/zine/${id}`,
  state: { zine: id } satisfies PopupState,
  replace: false,
  preventScrollReset: true,
})

const zineInState = (state: unknown) => (state as Partial<PopupState> | null)?.zine

const loadZinePopup = () => import('./zine-popup.tsx')
export const preloadZinePopup = () => void loadZinePopup().catch(() => undefined)
