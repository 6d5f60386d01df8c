/** Takes a parameter out of the address, so that a reload or a shared address does not bring it again. */
export function takeParameter(name: string) {
  const address = new URL(window.location.href)
  const value = address.searchParams.get(name)
  if (value === null) return undefined
  address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return value
}
