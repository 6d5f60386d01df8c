import * as limits from '#contract/limits.ts'

export type PasswordDraft = { currentPassword: string; newPassword: string; confirmation: string }

export const passwordTitles: Record<keyof PasswordDraft, string> = {
  currentPassword: 'Current password required',
  newPassword: 'Invalid password',
  confirmation: "Passwords don't match",
}

/** Why a field cannot be sent as it is (spec §5), or undefined when it can. */
export function passwordRefusal(field: keyof PasswordDraft, typed: PasswordDraft) {
  if (field === 'currentPassword')
    return typed.currentPassword === '' ? 'Please enter your current password' : undefined
  if (field === 'newPassword') {
    const isShort = typed.newPassword.length < limits.passwordMin
    return isShort ? `Password must be at least ${limits.passwordMin} characters long` : undefined
  }
  return typed.confirmation === typed.newPassword ? undefined : 'New password and confirmation must match'
}
