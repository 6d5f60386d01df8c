type Media = Partial<Pick<HTMLImageElement & HTMLVideoElement, 'complete' | 'currentSrc' | 'error' | 'naturalWidth'>>

/** Used as the `ref` of media, because media that failed before hydration fire no event. */
export const detectEarlyFailure = (onBroken: () => void) => (media: Media | null) => {
  if (media?.error || (media?.complete && media.naturalWidth === 0 && media.currentSrc)) onBroken()
}
