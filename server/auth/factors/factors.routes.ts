import * as contract from '#contract/factors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies } from '../better-auth/auth.ts'
import {
  challengeFactor,
  enrollFactor,
  readFactors,
  renewRecoveryCodes,
  unenrollFactor,
  verifyFactor,
} from './factors.ts'

export function factorRoutes(app: App, deps: AuthDependencies) {
  app.route({
    ...route(contract.readFactors),
    handler: async (request) => readFactors(deps, viewerOf(request)),
  })

  app.route({
    ...route(contract.enrollFactor),
    handler: async (request, reply) => enrollFactor(deps, { request, reply }, request.body),
  })

  app.route({
    ...route(contract.challengeFactor),
    handler: async (request) => challengeFactor(deps, request),
  })

  app.route({
    ...route(contract.verifyFactor),
    handler: async (request, reply) => verifyFactor(deps, { request, reply }, request.body.code),
  })

  app.route({
    ...route(contract.unenrollFactor),
    handler: async (request, reply) => {
      await unenrollFactor(deps, { request, reply }, request.body)
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.renewRecoveryCodes),
    handler: async (request, reply) => ({
      recoveryCodes: await renewRecoveryCodes(deps, { request, reply }, request.body),
    }),
  })
}
