import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/subscriptions.ts'
import type { DigestChoice, Subscriptions } from '#contract/subscriptions.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import css from './setting.module.css'
import { closestSetting, Setting, SettingRead } from './setting.tsx'
import { subscriptionsQuery } from './setting-calls.ts'
import { notifySettingError } from './setting-error.ts'

const chooseDigest = call<typeof contract.chooseDigest>('PUT', '/api/users/:id/digest')
const renewFollowingFeed = call<typeof contract.renewFollowingFeed>('POST', '/api/users/:id/following-feed')
const removeFollowingFeed = call<typeof contract.removeFollowingFeed>('DELETE', '/api/users/:id/following-feed')

export const FollowingCard = ({ viewer }: { viewer: Viewer }) => (
  <Setting title="Following" hint="New zines by creators you follow, without opening Foldout.">
    <SettingRead query={subscriptionsQuery(viewer.id)} what="your subscriptions">
      {({ digest, canSendDigest, feedUrl }) => (
        <>
          {canSendDigest ? (
            <Digest viewer={viewer} digest={digest} />
          ) : (
            <p>This site does not send email, so there is no email digest.</p>
          )}
          <div className={css.action}>
            {feedUrl === null ? <NoFeed userId={viewer.id} /> : <Feed userId={viewer.id} feedUrl={feedUrl} />}
          </div>
        </>
      )}
    </SettingRead>
  </Setting>
)

function useUpdateSubscriptions(userId: string) {
  const queries = useQueryClient()
  return (change: Partial<Subscriptions>) =>
    queries.setQueryData(subscriptionsQuery(userId).queryKey, (previous) => previous && { ...previous, ...change })
}

const digestLabels: Record<contract.DigestChoice, string> = {
  off: 'Off',
  weekly: 'Weekly',
  daily: 'Daily',
}
const digestChoices = Object.keys(digestLabels) as DigestChoice[]

function Digest({ viewer, digest }: { viewer: Viewer; digest: DigestChoice }) {
  const [chosen, setChosen] = useState<DigestChoice>()
  const update = useUpdateSubscriptions(viewer.id)
  const { write } = useWrite({
    mutationFn: (choice: DigestChoice) => chooseDigest({ params: { id: viewer.id }, body: { digest: choice } }),
    lockKey: (choice) => choice,
    onSuccess: (_done, choice) => update({ digest: choice }),
    onError: (error) => notifySettingError(error, 'Email digest not changed'),
  })
  const saveChoice = async (choice: DigestChoice) => {
    setChosen(choice)
    await write(choice)
    setChosen((last) => (last === choice ? undefined : last))
  }
  return (
    <RadioGroup
      legend="Email digest"
      values={digestChoices}
      value={chosen ?? digest}
      onChoose={(choice) => void saveChoice(choice)}
      label={(choice) => digestLabels[choice]}
      look="row"
      hint={
        viewer.emailVerified
          ? `Goes to ${viewer.email}, only when there is something new.`
          : 'Confirm your email address first. Until then, no digest is sent.'
      }
    />
  )
}

function useRenewFeed(userId: string, failedTitle: string) {
  const update = useUpdateSubscriptions(userId)
  return useWrite({
    mutationFn: () => renewFollowingFeed({ params: { id: userId } }),
    onSuccess: ({ feedUrl }) => update({ feedUrl }),
    onError: (error) => notifySettingError(error, failedTitle),
  })
}

function NoFeed({ userId }: { userId: string }) {
  const { write, isPending } = useRenewFeed(userId, 'Address not created')
  const create = async (button: HTMLElement) => {
    const section = closestSetting(button)
    if (await write()) section?.focus()
  }
  return (
    <>
      <p>
        <b>Private feed</b>
        <br />
        Read new zines in your feed reader. The feed has a secret address that works without signing in.
      </p>
      <Button
        look="second"
        aria-disabled={isPending || undefined}
        onClick={({ currentTarget }) => void create(currentTarget)}
      >
        {isPending ? 'Creating...' : 'Create Address'}
      </Button>
    </>
  )
}

function Feed({ userId, feedUrl }: { userId: string; feedUrl: string }) {
  return (
    <>
      <TextField
        label="Private feed"
        hint="Add this address to your feed reader. Anyone who has it can read the feed. If someone else has it, renew it."
        value={feedUrl}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={css.actions}>
        <CopyButton key={feedUrl} text={feedUrl}>
          Copy Address
        </CopyButton>
        <RenewFeed userId={userId} />
        <RemoveFeed userId={userId} />
      </div>
    </>
  )
}

function RenewFeed({ userId }: { userId: string }) {
  const { write } = useRenewFeed(userId, 'Address not renewed')
  return (
    <ConfirmedButton
      label="Renew"
      title="Renew the address"
      message="The current address stops working. Your feed reader needs the new one."
      busyLabel="Renewing..."
      onConfirm={async () => {
        if (await write()) showToast({ title: 'Address renewed', description: 'Copy it into your feed reader.' })
      }}
    />
  )
}

function RemoveFeed({ userId }: { userId: string }) {
  const update = useUpdateSubscriptions(userId)
  const { write } = useWrite({
    mutationFn: () => removeFollowingFeed({ params: { id: userId } }),
    onSuccess: () => {
      update({ feedUrl: null })
      showToast({ title: 'Feed switched off', description: 'Its address no longer works.' })
    },
    onError: (error) => notifySettingError(error, 'Feed not switched off'),
  })
  return (
    <ConfirmedButton
      label="Switch Off"
      title="Switch off the feed"
      message="The address stops working for good. You can create another one later."
      busyLabel="Switching Off..."
      onConfirm={write}
    />
  )
}

type ConfirmedButtonProps = {
  label: string
  title: string
  message: string
  busyLabel: string
  onConfirm: () => Promise<unknown>
}

function ConfirmedButton({ label, title, message, busyLabel, onConfirm }: ConfirmedButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button look="second" size="small" onClick={() => setConfirming(true)}>
        {label}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          title={title}
          message={message}
          confirmLabel={label}
          busyLabel={busyLabel}
          onConfirm={async () => {
            await onConfirm()
            setConfirming(false)
          }}
        />
      )}
    </>
  )
}
