import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type { Goodbye } from '#web/accounts/leaving.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { blockedCreatorsQuery, unwantedZinesQuery } from '#web/blocks/block-calls.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import css from './account-settings-page.module.css'
import { AvoidedCard } from './avoided-card.tsx'
import { ConfirmationProvider } from './confirm/confirmation-provider.tsx'
import { ContentNotesCard } from './content-notes-card.tsx'
import { DangerZone } from './danger/danger-zone.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email/email-card.tsx'
import { ExportCard } from './export-card.tsx'
import { IdentitiesCard } from './identities/identities-card.tsx'
import { useLinkOutcome } from './identities/use-link-outcome.ts'
import { PasswordCard } from './password/password-card.tsx'
import { devicesQuery, factorsQuery, identitiesQuery, usageQuery } from './setting-calls.ts'
import { stepsBack } from './steps-back.ts'
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
        description="Your name, your doors and your keys."
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
          <p role="status">Reading your account...</p>
        )}
      </div>
    </main>
  )
}

/** To the page one came from, or to a sensible one when the visit began here. */
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

/** Who has just ended the session here is not told on the way out that this page is for members. */
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
    </ConfirmationProvider>
  )
}
