import { z } from 'zod'
import { invite } from './accounts.ts'
import { endpoint, id, idParams, successResponse } from './endpoint.ts'

const provider = z.object({ id: z.string(), name: z.string() })
export type Provider = z.infer<typeof provider>

const providerChoice = z.strictObject({
  provider: z.string('The provider must be text.').max(40, 'There is no such provider.'),
})
const redirectResponse = z.object({ url: z.string(), redirect: z.boolean() })

export const listProviders = endpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/api/auth/providers',
  tag: 'Identities',
  summary: 'The configured sign-in providers',
  access: 'anyone',
  response: z.object({ providers: z.array(provider) }),
})

export const listIdentities = endpoint({
  name: 'listIdentities',
  method: 'GET',
  path: '/api/auth/identities',
  tag: 'Identities',
  summary: 'The viewer’s sign-in methods: the password and linked identities',
  access: 'member',
  response: z.object({
    hasPassword: z.boolean(),
    identities: z.array(z.object({ id, provider: z.string(), createdAt: z.string() })),
    providers: z.array(provider),
  }),
})
export type Identities = z.infer<typeof listIdentities.response>

export const signInWithProvider = endpoint({
  name: 'signInWithProvider',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/sign-in/social',
  tag: 'Identities',
  summary: 'The URL to send the browser to; the provider redirects back to /auth/callback',
  access: 'anyone',
  body: providerChoice.extend({ invite: invite.optional() }),
  response: redirectResponse,
})

export const linkIdentity = endpoint({
  name: 'linkIdentity',
  method: 'POST',
  changes: 'private',
  path: '/api/auth/identities/link',
  tag: 'Identities',
  summary: 'The URL to send the browser to; the provider redirects back to /account-settings',
  access: 'member',
  body: providerChoice,
  response: redirectResponse,
})

export const unlinkIdentity = endpoint({
  name: 'unlinkIdentity',
  method: 'DELETE',
  changes: 'private',
  path: '/api/auth/identities/:id',
  tag: 'Identities',
  summary: 'Unlink an identity; the last sign-in method cannot be removed',
  access: 'member',
  params: idParams,
  response: successResponse,
})
