import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { Limits } from '#server/http/limit.ts'
import type { Auth } from './better-auth/auth.ts'

/** What getting in, staying in and getting back in work with. */
export type AuthDependencies = { auth: Auth; config: Config; db: Db; limits: Limits; pool: pg.Pool }

/** A request and its reply, for what reads cookies and sets them. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply }
