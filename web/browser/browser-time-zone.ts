/** The browser's time zone, or UTC if the server may not know its name. */
export function browserTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone ?? 'UTC'
  } catch {
    return 'UTC'
  }
}
