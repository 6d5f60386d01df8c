import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { loadZinePopup, preloadZinePopup, zineInState } from './zine-link.ts'

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
