const timeoutMs = 10_000

/** Waits until each has loaded or failed, for at most ten seconds. */
export function waitForPictures(pictures: readonly HTMLImageElement[]): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  return Promise.race([Promise.all(pictures.map(settled)), timeout])
}

const settled = (picture: HTMLImageElement) =>
  picture.complete ||
  new Promise((resolve) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, resolve, { once: true })
  })
