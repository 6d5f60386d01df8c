import type { UserChange } from '#contract/accounts.ts'

export type NameDraft = { username: string; name: string }

/** Only what was changed. An empty username is left as it was, an empty name is taken away (spec §4). */
export function nameChange(before: NameDraft, typed: NameDraft): UserChange | undefined {
  const after = { username: typed.username.trim(), name: typed.name.trim() }
  const change = {
    ...(after.username !== '' && after.username !== before.username && { username: after.username }),
    ...(after.name !== before.name && { name: after.name }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
