/** The lengths of the common prefix and suffix of two texts. */
export function difference(from: string, to: string) {
  const maxPrefix = Math.min(from.length, to.length)
  let prefix = 0
  while (prefix < maxPrefix && from.charCodeAt(prefix) === to.charCodeAt(prefix)) prefix += 1
  let suffix = 0
  const maxSuffix = maxPrefix - prefix
  while (suffix < maxSuffix && from.charCodeAt(from.length - 1 - suffix) === to.charCodeAt(to.length - 1 - suffix)) {
    suffix += 1
  }
  return { prefix, suffix }
}
