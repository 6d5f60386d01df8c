import { z } from 'zod'

export type DatabaseAddress = {
  /** The address without the parameters that only Foldout understands. */
  url: string
  options: string | undefined
}

/** Parameters hidden from pg: it does not know them, or they would override what every connection needs. 1.0.0 used `pool_mode`. */
const ownParameters = ['target_session_attrs', 'pool_mode', 'options', 'application_name']

/** @throws an Error whose message names the problem */
export function readAddress(text: string): DatabaseAddress {
  const [base = '', parameters] = text.split('?', 2)
  const authority = /^postgres(?:ql)?:\/\/([^/#]*)/.exec(base)?.[1]
  if (authority === undefined) throw new Error('does not start with postgres://')
  const query = new URLSearchParams(parameters)
  const hosts = query.get('host') ?? authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(','))
    throw new Error('names several servers; name one, such as an HAProxy that routes to the primary')
  const options = query.get('options') ?? undefined
  const isUnchanged = !ownParameters.some((name) => query.has(name))
  for (const name of ownParameters) query.delete(name)
  const url = isUnchanged ? text : `${base}${query.size > 0 ? `?${query}` : ''}`
  return { url, options }
}

/** A database address. The reason does not repeat the value, as it contains a password. */
export const databaseAddress = z.string().superRefine((text, context) => {
  const problem = addressProblem(text)
  if (problem) context.addIssue({ code: 'custom', params: { reason: `it ${problem}` } })
})

function addressProblem(text: string) {
  try {
    const isValid = URL.canParse(readAddress(text).url.replace('@/', '@socket/'))
    return isValid ? undefined : 'contains a character that must be percent-encoded, perhaps in the password'
  } catch (error) {
    return (error as Error).message
  }
}
