type Media = Partial<
  Pick<HTMLImageElement & HTMLVideoElement, 'complete' | 'currentSrc' | 'error' | 'naturalWidth'>
>

/** For the `ref` of media: one that failed before hydration fires no event. */
export const ifFailedEarly = (onBroken: () => void) => (media: Media | null) => {
  if (media?.error || (media?.complete && media.naturalWidth === 0 && media.currentSrc)) onBroken()
}
