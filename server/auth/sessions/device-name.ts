import Bowser from 'bowser'

/** "Firefox on Linux", as far as a browser says what it is. */
export function deviceName(userAgent: string | null | undefined) {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name || userAgent.split('/', 1)[0]?.slice(0, 40) || 'Unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
