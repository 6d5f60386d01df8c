import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type UseFormSetError, useForm } from 'react-hook-form'
import type { UserChange } from '#contract/accounts.ts'
import type { UserProfile } from '#contract/creators.ts'
import * as limits from '#contract/limits.ts'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import form from '#web/ui/forms/edit-form.module.css'
import { EditForm } from '#web/ui/forms/edit-form.tsx'
import { EmailField, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { notifySaveError, useSaveProfile } from './save-profile.ts'

const notSavedMessage = msg`Your profile could not be saved. Please try again.`

export function EditAbout({ user, onDone }: { user: UserProfile; onDone: () => void }) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: draftOf(user) })
  const save = useSaveProfile(user.id, {
    onSaved: onDone,
    onError: (error) => {
      markFields(error, setError)
      notifySaveError(error, t`Error`, getUserMessage(error, i18n._(notSavedMessage)))
    },
  })
  const { errors, isDirty, isSubmitting, defaultValues } = formState
  const submit = handleSubmit((draft) => {
    const change = changeOf({ ...draftOf(user), ...defaultValues }, draft)
    return change ? save(change) : onDone()
  })
  return (
    <EditForm
      label={t`Edit your profile`}
      isSaving={isSubmitting}
      isDirty={isDirty}
      onSave={() => void submit()}
      onCancel={onDone}
    >
      <TextArea
        label={t`Bio`}
        mark={t`optional`}
        error={errors.bio?.message}
        rows={5}
        maxLength={limits.bio}
        placeholder={t`Tell us about yourself...`}
        data-autofocus
        {...register('bio')}
      />
      <TextField
        label={t`Website`}
        mark={t`optional`}
        {...website}
        placeholder="https://"
        error={errors.websiteUrl?.message}
        {...register('websiteUrl')}
      />
      <fieldset>
        <legend>{t`Contact`}</legend>
        <p
          className={form.hint}
        >{t`Everyone who opens your profile sees this. Leave it empty to show nothing. Your sign-in address is never shown.`}</p>
        <EmailField
          label={t`Contact email`}
          mark={t`optional`}
          autoComplete="off"
          error={errors.contactEmail?.message}
          {...register('contactEmail')}
        />
        <TextField
          label={t`Contact website`}
          mark={t`optional`}
          {...website}
          error={errors.contactWebsite?.message}
          {...register('contactWebsite')}
        />
      </fieldset>
    </EditForm>
  )
}

const website = {
  type: 'url',
  autoComplete: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: limits.website,
} as const

function markFields(error: unknown, setError: UseFormSetError<AboutDraft>) {
  const issues = error instanceof ApiError ? error.issues : []
  let shouldFocus = true
  for (const { path, message } of issues) {
    const field = fields[path]
    if (!field) continue
    setError(field, { message }, { shouldFocus })
    shouldFocus = false
  }
}

type AboutDraft = { bio: string; websiteUrl: string; contactEmail: string; contactWebsite: string }
type AboutField = keyof AboutDraft

const draftOf = ({ bio, websiteUrl, contactInfo }: UserProfile): AboutDraft => ({
  bio: bio ?? '',
  websiteUrl: websiteUrl ?? '',
  contactEmail: contactInfo.email ?? '',
  contactWebsite: contactInfo.website ?? '',
})

function changeOf(before: AboutDraft, edited: AboutDraft): UserChange | undefined {
  const after = {
    bio: edited.bio.trim(),
    websiteUrl: withScheme(edited.websiteUrl.trim()),
    contactEmail: edited.contactEmail.trim(),
    contactWebsite: withScheme(edited.contactWebsite.trim()),
  }
  const changed = (field: AboutField) => after[field] !== before[field]
  const contactInfo = {
    ...(changed('contactEmail') && { email: after.contactEmail }),
    ...(changed('contactWebsite') && { website: after.contactWebsite }),
  }
  const change = {
    ...(changed('bio') && { bio: after.bio }),
    ...(changed('websiteUrl') && { websiteUrl: after.websiteUrl }),
    ...(Object.keys(contactInfo).length > 0 && { contactInfo }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** Adds the scheme, which browsers hide and members therefore omit. */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`

const fields: Record<string, AboutField> = {
  bio: 'bio',
  websiteUrl: 'websiteUrl',
  'contactInfo.email': 'contactEmail',
  'contactInfo.website': 'contactWebsite',
}
