import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/content-notes.ts'
import { type ContentNoteChoice, contentNoteChoices } from '#contract/detail-choices.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import type { AfterSignOut } from '#web/accounts/prepare-sign-out.ts'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { call, getUserMessage } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { blockedCreatorsQuery, unwantedZinesQuery } from '#web/blocks/block-calls.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Sections } from '#web/ui/states/section-error-boundary.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import css from './account-settings-page.module.css'
import { BlockedAndHiddenCard } from './blocked-and-hidden-card.tsx'
import { ConfirmationProvider } from './confirm/confirmation-provider.tsx'
import { DangerZone } from './danger/danger-zone.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email/email-card.tsx'
import { ExportCard } from './export-card.tsx'
import { FollowingCard } from './following-card.tsx'
import { IdentitiesCard } from './identities/identities-card.tsx'
import { useLinkResultToast } from './identities/use-link-result-toast.ts'
import { LanguageCard } from './language-card.tsx'
import { PasswordCard } from './password/password-card.tsx'
import { Setting } from './setting.tsx'
import { devicesQuery, factorsQuery, identitiesQuery, subscriptionsQuery, usageQuery } from './setting-calls.ts'
import { ThemeCard } from './theme-card.tsx'
import { FactorCard } from './two-factor/factor-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { UsernameCard } from './username-card.tsx'
import { VisitsCard } from './visits-card.tsx'

const pageTitle = msg`Account Settings · Foldout`

export const handle: PageHandle = {
  reads: ({ viewer }) =>
    viewer
      ? [
          factorsQuery,
          identitiesQuery,
          devicesQuery,
          usageQuery,
          subscriptionsQuery(viewer.id),
          blockedCreatorsQuery(viewer.id),
          unwantedZinesQuery(viewer.id),
        ]
      : [],
}

export function Page() {
  const { t } = useLingui()
  const viewer = useViewer()
  const { isLeaving, leave } = useSignOutRedirect()
  if (isLeaving) return <main id="main" />
  if (viewer === null) {
    return (
      <MembersOnly
        title={t`Access Denied`}
        pageTitle={t(pageTitle)}
        message={t`You need to be logged in to access account settings.`}
      />
    )
  }
  return (
    <main id="main" className="wrap">
      <PageHead
        title={t(pageTitle)}
        description={t`Your name, email, password and devices.`}
        path="/account-settings"
        hidden
      />
      <div className={css.narrow}>
        <BackButton fallback={viewer ? `/profile/${viewer.id}` : '/'} />
        <div className={css.head}>
          <h1>{t`Account Settings`}</h1>
          {viewer && <LogoutButton onSignedOut={leave} />}
        </div>
        {viewer ? (
          <Settings key={viewer.id} viewer={viewer} onSignedOut={leave} />
        ) : (
          <p role="status">{t`Loading your account…`}</p>
        )}
      </div>
    </main>
  )
}

function BackButton({ fallback }: { fallback: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const goBack = () => {
    const steps = stepsBack(window)
    return steps === 0 ? navigate(fallback) : navigate(steps)
  }
  return (
    <button type="button" className={css.back} onClick={() => void goBack()}>
      <ArrowLeft className="ico" aria-hidden="true" />
      <span>{t`Back`}</span>
    </button>
  )
}

function useSignOutRedirect() {
  const [isLeaving, setLeaving] = useState(false)
  const afterSignOut = useAfterSignOut()
  const leave = (cleanUp: AfterSignOut) => {
    setLeaving(true)
    return afterSignOut(cleanUp)
  }
  return { isLeaving, leave }
}

type SignedOutProps = { onSignedOut: (afterSignOut: AfterSignOut) => Promise<void> }

function LogoutButton({ onSignedOut }: SignedOutProps) {
  const { t } = useLingui()
  const signOut = useSignOut(onSignedOut)
  return <Button look="second" size="small" onClick={() => void signOut()}>{t`Logout`}</Button>
}

type SettingsProps = SignedOutProps & { viewer: Viewer }

function Settings({ viewer, onSignedOut }: SettingsProps) {
  useLinkResultToast()
  return (
    <ConfirmationProvider>
      <Sections>
        <UsernameCard viewer={viewer} />
        <EmailCard viewer={viewer} />
        <PasswordCard viewer={viewer} />
        <FactorCard />
        <IdentitiesCard />
        <DevicesCard />
        <UsageCard />
        <FollowingCard viewer={viewer} />
        <LanguageCard />
        <ThemeCard />
        <ContentNotesCard viewer={viewer} />
        <BlockedAndHiddenCard userId={viewer.id} />
        <VisitsCard />
        <ExportCard userId={viewer.id} />
        <DangerZone viewer={viewer} onSignedOut={onSignedOut} />
      </Sections>
    </ConfirmationProvider>
  )
}

type Visited = Pick<Window, 'history' | 'location'> & { navigation?: Navigation }

/** How many history steps lead back to the previous page of this site. 0 if there is none. */
function stepsBack({ navigation, history, location }: Visited) {
  const here = navigation?.currentEntry
  // Without the Navigation API, uses React Router's index, which counts from the first page of the visit.
  if (!navigation || !here) return Number(history.state?.idx) > 0 ? -1 : 0
  const before = navigation.entries().slice(0, here.index)
  const from = before.findLast(({ url }) => url && new URL(url).pathname !== location.pathname)
  return from ? from.index - here.index : 0
}

const chooseContentNotes = call<typeof contract.chooseContentNotes>('PUT', '/api/users/:id/content-notes')

const choiceLabels: Record<ContentNoteChoice, MessageDescriptor> = {
  ask: msg`Ask me before showing covered pages`,
  always: msg`Always show them`,
  never: msg`Hide zines with a content note`,
}

function ContentNotesCard({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ContentNoteChoice>()
  const { write } = useWrite({
    mutationFn: (choice: ContentNoteChoice) => chooseContentNotes({ params: { id: viewer.id }, body: { choice } }),
    lockKey: (choice) => choice,
    onSuccess: () => refreshLists(queries),
    onError: (error) =>
      showToast({
        title: t`Error`,
        description: getUserMessage(error, t`Your choice could not be saved`),
        variant: 'destructive',
      }),
  })
  const saveChoice = async (choice: ContentNoteChoice) => {
    setChosen(choice)
    await write(choice)
    setChosen((last) => (last === choice ? undefined : last))
  }
  return (
    <Setting
      title={t`Content Notes`}
      hint={t`Some creators add a note about what is in a zine. They can also cover its pages until you agree.`}
    >
      <RadioGroup
        legend={t`Zines with a content note`}
        values={contentNoteChoices}
        value={chosen ?? viewer.contentNotes ?? 'ask'}
        onChange={(choice) => void saveChoice(choice)}
        label={(choice) => t(choiceLabels[choice])}
        hint={t`Your own zines are always shown. You can still open a hidden zine with its link.`}
      />
    </Setting>
  )
}
