import type { Location } from 'react-router'

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

export const zineInState = (state: unknown) => (state as Partial<PopupState> | null)?.zine

export const loadZinePopup = () => import('./zine-popup.tsx')
export const preloadZinePopup = () => void loadZinePopup().catch(() => undefined)
