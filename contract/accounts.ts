import { z } from 'zod'
import { done, endpoint, id, text } from './endpoint.ts'
import { limits } from './limits.ts'
import { emailPattern } from './registration.ts'

const username = text('The username', limits.usernameMax * 4)
const email = text('The email', limits.email)

export const getEmailByUsername = endpoint({
  name: 'getEmailByUsername',
  method: 'POST',
  path: '/api/users/get-email-by-username',
  tag: 'Accounts',
  summary: 'A short-lived login handle, shaped like an address, that only password sign-in accepts',
  access: 'anyone',
  body: z.strictObject({ username }),
  response: z.object({ email: z.string().nullable() }),
})

export const validateRegistration = endpoint({
  name: 'validateRegistration',
  method: 'POST',
  path: '/api/validate-registration',
  tag: 'Accounts',
  summary: 'Whether an email and a username can be registered, with every reason why not',
  access: 'anyone',
  body: z.strictObject({ email, username }),
  response: z.object({ valid: z.boolean(), errors: z.array(z.string()) }),
})

export const createProfile = endpoint({
  name: 'createProfile',
  method: 'POST',
  path: '/api/users/create-profile',
  tag: 'Accounts',
  summary: 'Ensure the viewer’s profile exists; asking again changes nothing',
  access: 'member',
  body: z.strictObject({
    id: id.optional(),
    email: email.optional(),
    username: username.optional(),
    bio: text('The bio', limits.bio).nullish(),
  }),
  response: z.object({ user: z.object({ id, username: z.string() }) }),
})

/** Who is signed in, as the header and every page need it. */
export const readViewer = endpoint({
  name: 'readViewer',
  method: 'GET',
  path: '/api/auth/user',
  tag: 'Accounts',
  summary: 'The viewer, or null when nobody is signed in',
  access: 'anyone',
  response: z.object({
    user: z
      .object({ id, email: z.string(), username: z.string(), profileImageUrl: z.string().nullable() })
      .nullable(),
  }),
})
export type Viewer = NonNullable<z.infer<typeof readViewer.response>['user']>

const password = z
  .string('The password must be text.')
  .max(limits.passwordMax, `Passwords can be at most ${limits.passwordMax} characters long.`)

const entered = z.object({ user: z.object({ id }) })

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  tag: 'Accounts',
  summary: 'Register, and begin a session in an httpOnly cookie',
  access: 'anyone',
  body: z.strictObject({
    email: email.refine((value) => emailPattern.test(value), 'Please enter a valid email address.'),
    password: password.min(
      limits.passwordMin,
      `Password must be at least ${limits.passwordMin} characters long.`,
    ),
    username,
    name: text('The name', limits.usernameMax * 4).optional(),
    bio: text('The bio', limits.bio).nullish(),
  }),
  response: entered,
})

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  tag: 'Accounts',
  summary: 'Begin a session with an address, or the handle of a username, and the password',
  access: 'anyone',
  body: z.strictObject({ email, password }),
  response: entered,
})

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  tag: 'Accounts',
  summary: 'End this session',
  access: 'anyone',
  body: z.strictObject({}).nullish(),
  response: done,
})
