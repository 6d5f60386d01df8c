type Media = Partial<
  Pick<HTMLImageElement & HTMLVideoElement, 'complete' | 'currentSrc' | 'error' | 'naturalWidth'>
>

/** For the `ref` of a picture or a video: one that failed before this script ran tells nobody any more. */
export const ifFailedEarly = (onBroken: () => void) => (media: Media | null) => {
  if (media?.error || (media?.complete && media.naturalWidth === 0 && media.currentSrc)) onBroken()
}
