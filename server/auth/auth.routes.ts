import type { App } from '#server/http/fastify.ts'
import { type AuthDependencies, createAuth } from './better-auth/auth.ts'
import { factorRoutes } from './factors/factors.routes.ts'
import { identityRoutes } from './identities/identities.routes.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'

export function authRoutes(app: App, baseDeps: Omit<AuthDependencies, 'auth'>) {
  const deps: AuthDependencies = { ...baseDeps, auth: createAuth(baseDeps) }
  sessionRoutes(app, deps)
  recoveryRoutes(app, deps)
  factorRoutes(app, deps)
  identityRoutes(app, deps)
}
