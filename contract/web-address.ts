import { msg } from '@lingui/core/runtime-macro'
import * as limits from './limits.ts'

const wrongStartMessage = msg`Please enter a web address that starts with https://.`

/** A normalised web address, or the problem with it. */
export function parseWebAddress(value: string, { mustBeHttps = false } = {}) {
  if (mustBeHttps && !/^https:/i.test(value)) return { problem: wrongStartMessage }
  const address = /^https?:\/\/[^/\\]/i.test(value) && !/[\s\\\p{Cc}\p{Cf}]/u.test(value) && URL.parse(value)
  if (!address || !/[^.]\.[^.]/.test(address.hostname)) return { problem: wrongStartMessage }
  if (address.username || address.password || /^https?:..[^/?#]*@/i.test(value))
    return { problem: msg`Please enter a web address without a username or password.` }
  const normalised = address.href.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1')
  if (normalised.length > limits.website)
    return { problem: msg`The website can be at most ${{ max: limits.website }} characters long.` }
  return normalised
}
