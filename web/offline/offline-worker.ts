/** The service worker as it is built (vite.config.ts). */
const address = '/service-worker.js'

/** Whether this browser can keep zines; the development server has no service worker. */
export const canKeep = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator

/** Settles when what is kept is answered without the site. */
export async function startWorker() {
  await navigator.serviceWorker.register(address, { scope: '/', updateViaCache: 'none' })
  await navigator.serviceWorker.ready
}

/** With nothing kept there is nothing to answer. */
export async function stopWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
}

/** Something was kept or removed: the worker reads anew what there is. */
export async function tellWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage('changed')
}
