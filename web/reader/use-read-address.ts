import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { writePlace } from './read-address.ts'

/** Between two changes of the address, in milliseconds: browsers refuse a hundred within some seconds. */
const shortest = 250

/** Says in the address which page is read. Turning makes no history: Back leaves the reader. */
export function useReadAddress(place: number) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const address = writePlace(pathname, place)
  const isSaid = pathname + search === address
  useEffect(() => {
    if (isSaid) return
    const say = () => {
      changedAt.current = performance.now()
      void navigate(address, { replace: true, state, preventScrollReset: true })
    }
    const timer = setTimeout(say, changedAt.current + shortest - performance.now())
    const stop = () => clearTimeout(timer)
    // Whoever is on the way back already has left this address.
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      window.removeEventListener('popstate', stop)
    }
  }, [address, isSaid, navigate, state])
}

/** In the state of a history entry: the one before it is the zine that the reader was opened from. */
type ReadState = { isFromZine?: true }

/** Back to where the zine lay open; for those who came by a link, to the zine's own page. */
export function useLeave(id: string) {
  const navigate = useNavigate()
  const state: ReadState | null = useLocation().state
  return () => void (state?.isFromZine ? navigate(-1) : navigate(`/zine/${id}`, { replace: true }))
}
