/** The names that a machine has for itself. */
const names = ['localhost', '127.0.0.1', '[::1]']

/** Whether an address is one that only this machine reaches: a site for its own person, developing or looking around. */
export const isLoopback = (publicUrl: string) => names.includes(new URL(publicUrl).hostname)

/** What browsers call the site at this address. On loopback any of the names will do; scheme and port never differ. */
export function originsOf(publicUrl: string) {
  const { protocol, port, origin } = new URL(publicUrl)
  if (!isLoopback(publicUrl)) return [origin]
  return names.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}
