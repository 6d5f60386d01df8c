/** Calls back when the next frame is shown, so that a long task does not delay it. Returns a function that cancels. */
export function afterNextFrame(callback: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
