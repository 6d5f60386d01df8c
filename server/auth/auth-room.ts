import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connection.ts'
import type { App } from '../http/fastify.ts'
import type { Limits } from '../http/limit.ts'
import { type Ask, createAsk } from './ask.ts'
import { type Auth, createAuth } from './auth.ts'
import { factorRoutes } from './factors/factors.routes.ts'
import { identityRoutes } from './identities/identities.routes.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'

/** What every route about getting in, staying in and getting back in works with. */
export type AuthRoom = {
  auth: Auth
  ask: Ask
  config: Config
  db: Db
  pool: pg.Pool
  limits: Limits
}

export function authRoutes(app: App, deps: Pick<AuthRoom, 'config' | 'db' | 'limits' | 'pool'>) {
  const room: AuthRoom = {
    ...deps,
    auth: createAuth(deps),
    ask: createAsk(deps),
  }
  sessionRoutes(app, room)
  recoveryRoutes(app, room)
  factorRoutes(app, room)
  identityRoutes(app, room)
}
