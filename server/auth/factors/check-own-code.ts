import { viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import * as factors from './factors.queries.ts'
import { withTypedCode } from './recovery-codes.ts'
import { codeUsedBefore, readCode } from './typed-code.ts'

/** Checks a code of somebody who is signed in. Better Auth counts wrong ones at sign-in only, so we do here. */
export async function checkOwnCode(deps: AuthDependencies, exchange: Exchange, typed: string) {
  const { db, limits } = deps
  const viewer = viewerOf(exchange.request)
  const { path, code } = readCode(typed)
  await limits.spend('factor-account', viewer.id)
  if (await factors.isUsed(db, viewer.id, code)) throw codeUsedBefore()
  await withTypedCode(code, () => callBetterAuth(deps, exchange, { path, body: { code } }))
  if (!(await factors.spendCode(db, viewer.id, code))) throw codeUsedBefore()
  await limits.forgive('factor-account', viewer.id)
}
