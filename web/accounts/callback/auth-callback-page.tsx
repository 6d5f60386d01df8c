import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { HomeLink } from '#web/ui/controls/back-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'
import { OpeningLink, PageMessage, useFocusOnTitle } from '../page-message.tsx'
import { SendNewLink } from '../send-new-link.tsx'
import { openSignIn, useViewer } from '../viewer.ts'
import { type Confirmation, useConfirmation } from './use-confirmation.ts'

export const handle: PageHandle = { inks: 'green blue' }

const titles: Record<Confirmation['status'], MessageDescriptor> = {
  confirming: msg`Confirming your account...`,
  nothing: msg`Confirming your account...`,
  confirmed: msg`Email Confirmed!`,
  failed: msg`Confirmation Failed`,
  asking: msg`Restore your old address?`,
  undoing: msg`Restore your old address?`,
  restored: msg`Your old address is restored`,
}

export function Page() {
  const { t } = useLingui()
  const state = useConfirmation()
  const title = t(titles[state.status])
  return (
    <main id="main" className={solo.solo} ref={useFocusOnTitle(title)}>
      <PageHead
        title={`${title} · Foldout`}
        description={t`Confirm an email address with a link from Foldout.`}
        path="/auth/callback"
        hidden
      />
      <Outcome title={title} state={state} />
    </main>
  )
}

function Outcome({ title, state }: { title: string; state: Confirmation }) {
  switch (state.status) {
    case 'confirmed':
      return <PageMessage pigeon title={title} message={state.message} />
    case 'failed':
      return <Failed title={title} {...state} />
    case 'asking':
      return <Undo title={title} undo={state.undo} />
    case 'undoing':
      return <Undo title={title} />
    case 'restored':
      return <Restored title={title} />
    default:
      return <OpeningLink title={title} />
  }
}

type FailedProps = Extract<Confirmation, { status: 'failed' }> & { title: string }

function Failed({ title, problem, retry, offer }: FailedProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const isDone = offer === 'newLink' && viewer?.emailVerified
  return (
    <PageMessage
      title={title}
      message={problem.message}
      hint={isDone ? t`Your address is already confirmed.` : problem.hint}
    >
      {retry && <Button onClick={retry}>{t`Try again`}</Button>}
      {offer === 'signIn' && <Button onClick={() => openSignIn()}>{t`Sign In`}</Button>}
      {offer === 'newLink' && viewer && !viewer.emailVerified && <SendNewLink email={viewer.email} />}
      <HomeLink />
    </PageMessage>
  )
}

const Undo = ({ title, undo }: { title: string; undo?: () => void }) => {
  const { t } = useLingui()
  return (
    <PageMessage
      title={title}
      message={t`Your account changes back to this address. Every device is signed out and your password stops working. We’ll email you a link to choose a new one.`}
    >
      <Button aria-disabled={!undo || undefined} onClick={undo}>
        {undo ? t`Restore the old address` : t`Restoring…`}
      </Button>
      <HomeLink />
    </PageMessage>
  )
}

const Restored = ({ title }: { title: string }) => {
  const { t } = useLingui()
  return (
    <PageMessage
      pigeon
      title={title}
      message={t`Every device was signed out, and the old password no longer works. We emailed you a link to choose a new one.`}
    >
      <Button look="second" onClick={() => openSignIn({ view: 'reset' })}>{t`Send the link again`}</Button>
      <HomeLink />
    </PageMessage>
  )
}
