import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/content-notes.ts'
import { type NoteChoice, noteChoices } from '#contract/detail-choices.ts'
import type { Goodbye } from '#web/accounts/leaving.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { blockedCreatorsQuery, unwantedZinesQuery } from '#web/blocks/block-calls.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Parts } from '#web/ui/states/part-boundary.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import css from './account-settings-page.module.css'
import { AvoidedCard } from './avoided-card.tsx'
import { ConfirmationProvider } from './confirm/confirmation-provider.tsx'
import { DangerZone } from './danger/danger-zone.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email/email-card.tsx'
import { ExportCard } from './export-card.tsx'
import { IdentitiesCard } from './identities/identities-card.tsx'
import { PasswordCard } from './password/password-card.tsx'
import { Setting } from './setting.tsx'
import { devicesQuery, factorsQuery, identitiesQuery, usageQuery } from './setting-calls.ts'
import { FactorCard } from './two-factor/factor-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { UsernameCard } from './username-card.tsx'
import { VisitsCard } from './visits-card.tsx'

const pageTitle = 'Account Settings · Foldout'

export const handle: PageHandle = {
  reads: ({ viewer }) =>
    viewer
      ? [
          ...[factorsQuery, identitiesQuery, devicesQuery, usageQuery],
          ...[blockedCreatorsQuery(viewer.id), unwantedZinesQuery(viewer.id)],
        ]
      : [],
}

export function Page() {
  const viewer = useViewer()
  const { isLeaving, leave } = useLeaving()
  if (isLeaving) return <main id="main" />
  if (viewer === null) {
    return (
      <MembersOnly
        title="Access Denied"
        pageTitle={pageTitle}
        sentence="You need to be logged in to access account settings."
      />
    )
  }
  return (
    <main id="main" className="wrap">
      <PageHead
        title={pageTitle}
        description="Your name, email, password and devices."
        path="/account-settings"
        hidden
      />
      <div className={css.narrow}>
        <BackButton otherwise={viewer ? `/profile/${viewer.id}` : '/'} />
        <div className={css.head}>
          <h1>Account Settings</h1>
          {viewer && <LogoutButton onGone={leave} />}
        </div>
        {viewer ? (
          <Settings key={viewer.id} viewer={viewer} onGone={leave} />
        ) : (
          <p role="status">Loading your account...</p>
        )}
      </div>
    </main>
  )
}

function BackButton({ otherwise }: { otherwise: string }) {
  const navigate = useNavigate()
  const back = () => {
    const steps = stepsBack(window)
    return steps === 0 ? navigate(otherwise) : navigate(steps)
  }
  return (
    <button type="button" className={css.back} onClick={() => void back()}>
      <ArrowLeft className="ico" aria-hidden="true" />
      <span>Back</span>
    </button>
  )
}

function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  const afterSignOut = useAfterSignOut()
  const leave = (goodbye: Goodbye) => {
    setLeaving(true)
    return afterSignOut(goodbye)
  }
  return { isLeaving, leave }
}

type Gone = { onGone: (goodbye: Goodbye) => Promise<void> }

function LogoutButton({ onGone }: Gone) {
  const signOut = useSignOut(onGone)
  return (
    <Button look="second" size="small" onClick={() => void signOut()}>
      Logout
    </Button>
  )
}

type SettingsProps = Gone & { viewer: Viewer }

function Settings({ viewer, onGone }: SettingsProps) {
  useLinkOutcome()
  return (
    <ConfirmationProvider>
      <Parts>
        <UsernameCard viewer={viewer} />
        <EmailCard viewer={viewer} />
        <PasswordCard viewer={viewer} />
        <FactorCard />
        <IdentitiesCard />
        <DevicesCard />
        <UsageCard />
        <ContentNotesCard viewer={viewer} />
        <AvoidedCard userId={viewer.id} />
        <VisitsCard />
        <ExportCard userId={viewer.id} />
        <DangerZone viewer={viewer} onGone={onGone} />
      </Parts>
    </ConfirmationProvider>
  )
}

function useLinkOutcome() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const linked = params.get('linked')
    const error = params.get('error')
    if (linked === null && error === null) return
    if (error === null) void sayLinked(queries, linked)
    else sayNotLinked(error)
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [pathname, search, navigate, queries])
}

async function sayLinked(queries: QueryClient, id: string | null) {
  const known = await queries.ensureQueryData(identitiesQuery).catch(() => null)
  const name = known?.providers.find((provider) => provider.id === id)?.name ?? 'The other account'
  showToast({ title: 'Connected', description: `You can now sign in with ${name}.` })
}

const sayNotLinked = (code: string) =>
  showToast({
    title: 'Not connected',
    description: sentences[code] ?? 'The accounts could not be connected. Nothing was changed.',
    variant: 'destructive',
  })

const sentences: Record<string, string> = {
  access_denied: 'You canceled at the provider. Nothing was changed.',
  account_already_linked_to_different_user: 'That account is already connected to another account here.',
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

const words: Record<NoteChoice, string> = {
  ask: 'Ask me before showing covered pages',
  always: 'Always show them',
  never: 'Hide zines with a content note',
}

function ContentNotesCard({ viewer }: { viewer: Viewer }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<NoteChoice>()
  const { write } = useWrite({
    mutationFn: (choice: NoteChoice) => chooseContentNotes({ params: { id: viewer.id }, body: { choice } }),
    thing: (choice) => choice,
    onSuccess: () => refreshLists(queries),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Your choice could not be saved'),
        variant: 'destructive',
      }),
  })
  const choose = async (choice: NoteChoice) => {
    setChosen(choice)
    await write(choice)
    setChosen((last) => (last === choice ? undefined : last))
  }
  return (
    <Setting
      title="Content Notes"
      hint="Some makers add a note about what is in a zine and may cover its pages until you agree."
    >
      <RadioGroup
        legend="Zines with a content note"
        values={noteChoices}
        value={chosen ?? viewer.contentNotes ?? 'ask'}
        onChoose={(choice) => void choose(choice)}
        label={(choice) => words[choice]}
        hint="Your own zines are always shown. Hidden zines still open by their link."
      />
    </Setting>
  )
}
