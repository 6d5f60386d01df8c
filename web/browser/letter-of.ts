/** Non-Latin keyboard layouts have other letters on these keys, so this reads the physical key. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
