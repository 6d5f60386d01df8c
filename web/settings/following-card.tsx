import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { useWithConfirmation } from './confirm/use-with-confirmation.ts'
import css from './setting.module.css'
import { closestSetting, Setting, SettingRead } from './setting.tsx'
import { followingFeedQuery, readFollowingFeed, subscriptionsQuery } from './setting-calls.ts'
import { notifySettingError } from './setting-error.ts'

const chooseDigest = call<typeof contract.chooseDigest>('PUT', '/api/users/:id/digest')
const renewFollowingFeed = call<typeof contract.renewFollowingFeed>('POST', '/api/users/:id/following-feed')
const removeFollowingFeed = call<typeof contract.removeFollowingFeed>('DELETE', '/api/users/:id/following-feed')

export const FollowingCard = ({ viewer }: { viewer: Viewer }) => {
  const { t } = useLingui()
  return (
    <Setting
      title={t({ message: 'Following', context: 'settings about followed creators' })}
      hint={t`New zines by creators you follow, without opening Foldout.`}
    >
      <SettingRead query={subscriptionsQuery(viewer.id)} what="subscriptions">
        {({ digest, canSendDigest, hasFeed }) => (
          <>
            {canSendDigest ? (
              <Digest viewer={viewer} digest={digest} />
            ) : (
              <p>{t`This site does not send email, so there is no email digest.`}</p>
            )}
            <div className={css.action}>
              <PrivateFeed userId={viewer.id} hasFeed={hasFeed} />
            </div>
          </>
        )}
      </SettingRead>
    </Setting>
  )
}

function useUpdateSubscriptions(userId: string) {
  const queries = useQueryClient()
  return (change: Partial<Subscriptions>) =>
    queries.setQueryData(subscriptionsQuery(userId).queryKey, (previous) => previous && { ...previous, ...change })
}

const digestLabels: Record<contract.DigestChoice, MessageDescriptor> = {
  off: msg({ message: 'Off', context: 'email digest' }),
  weekly: msg({ message: 'Weekly', context: 'email digest' }),
  daily: msg({ message: 'Daily', context: 'email digest' }),
}
const digestChoices = Object.keys(digestLabels) as DigestChoice[]

function Digest({ viewer, digest }: { viewer: Viewer; digest: DigestChoice }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<DigestChoice>()
  const update = useUpdateSubscriptions(viewer.id)
  const { write } = useWrite({
    mutationFn: (choice: DigestChoice) => chooseDigest({ params: { id: viewer.id }, body: { digest: choice } }),
    lockKey: (choice) => choice,
    onSuccess: (_done, choice) => update({ digest: choice }),
    onError: (error) => notifySettingError(error, t`Email digest not changed`),
  })
  const saveChoice = async (choice: DigestChoice) => {
    setChosen(choice)
    await write(choice)
    setChosen((last) => (last === choice ? undefined : last))
  }
  return (
    <RadioGroup
      legend={t`Email digest`}
      values={digestChoices}
      value={chosen ?? digest}
      onChange={(choice) => void saveChoice(choice)}
      label={(choice) => t(digestLabels[choice])}
      look="row"
      hint={
        viewer.emailVerified
          ? t`Goes to ${ph({ email: viewer.email })}, only when there is something new.`
          : t`Confirm your email address first. Until then, no digest is sent.`
      }
    />
  )
}

/** The secret address is shown after a recent sign-in, and only until the member leaves the page. */
function PrivateFeed({ userId, hasFeed }: { userId: string; hasFeed: boolean }) {
  const queries = useQueryClient()
  const query = followingFeedQuery(userId)
  const { data } = useQuery({ ...query, enabled: false, gcTime: 0 })
  const feedUrl = data?.feedUrl
  const setFeedUrl = (feedUrl: string | undefined) =>
    feedUrl === undefined ? void queries.resetQueries(query) : queries.setQueryData(query.queryKey, { feedUrl })
  const feed = { userId, setFeedUrl }
  if (!hasFeed) return <NoFeed {...feed} />
  return feedUrl === undefined ? <HiddenFeed {...feed} /> : <Feed {...feed} feedUrl={feedUrl} />
}

type FeedProps = { userId: string; setFeedUrl: (feedUrl: string | undefined) => void }

function useRenewFeed({ userId, setFeedUrl }: FeedProps, failedTitle: string) {
  const update = useUpdateSubscriptions(userId)
  const withConfirmation = useWithConfirmation()
  return useWrite({
    mutationFn: () => withConfirmation(() => renewFollowingFeed({ params: { id: userId } })),
    onSuccess: ({ feedUrl }) => {
      setFeedUrl(feedUrl)
      update({ hasFeed: true })
    },
    onError: (error) => notifySettingError(error, failedTitle),
  })
}

function NoFeed(feed: FeedProps) {
  const { t } = useLingui()
  const { write, isPending } = useRenewFeed(feed, t`Address not created`)
  const create = async (button: HTMLElement) => {
    const section = closestSetting(button)
    if (await write()) section?.focus()
  }
  return (
    <>
      <p>
        <b>{t`Private feed`}</b>
        <br />
        {t`Read new zines in your feed reader. The feed has a secret address that works without signing in.`}
      </p>
      <Button
        look="second"
        aria-disabled={isPending || undefined}
        onClick={({ currentTarget }) => void create(currentTarget)}
      >
        {isPending ? t`Creating…` : t`Create Address`}
      </Button>
    </>
  )
}

function HiddenFeed(feed: FeedProps) {
  const { t } = useLingui()
  const withConfirmation = useWithConfirmation()
  const { write, isPending } = useWrite({
    mutationFn: () => withConfirmation(() => readFollowingFeed({ params: { id: feed.userId } })),
    onSuccess: ({ feedUrl }) => feed.setFeedUrl(feedUrl),
    onError: (error) => notifySettingError(error, t`Address not shown`),
  })
  const show = async (button: HTMLElement) => {
    const section = closestSetting(button)
    if (await write()) section?.focus()
  }
  return (
    <>
      <p>
        <b>{t`Private feed`}</b>
        <br />
        {t`The feed is on. It has a secret address that works without signing in. If your feed reader stopped updating, the address was renewed when you signed out on all devices or changed your password.`}
      </p>
      <div className={css.actions}>
        <Button
          look="second"
          size="small"
          aria-disabled={isPending || undefined}
          onClick={({ currentTarget }) => void show(currentTarget)}
        >
          {isPending ? t`Showing…` : t`Show Address`}
        </Button>
        <RenewFeed {...feed} />
        <RemoveFeed {...feed} />
      </div>
    </>
  )
}

function Feed({ feedUrl, ...feed }: FeedProps & { feedUrl: string }) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Private feed`}
        hint={t`Add this address to your feed reader. Anyone who has it can read the feed. If someone else has it, renew it.`}
        value={feedUrl}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={css.actions}>
        <CopyButton key={feedUrl} text={feedUrl}>{t`Copy Address`}</CopyButton>
        <RenewFeed {...feed} />
        <RemoveFeed {...feed} />
      </div>
    </>
  )
}

function RenewFeed(feed: FeedProps) {
  const { t } = useLingui()
  const { write } = useRenewFeed(feed, t`Address not renewed`)
  return (
    <ConfirmedButton
      label={t`Renew`}
      title={t`Renew the address`}
      message={t`The current address stops working. Your feed reader needs the new one.`}
      busyLabel={t`Renewing…`}
      onConfirm={async () => {
        if (await write()) showToast({ title: t`Address renewed`, description: t`Copy it into your feed reader.` })
      }}
    />
  )
}

function RemoveFeed({ userId, setFeedUrl }: FeedProps) {
  const { t } = useLingui()
  const update = useUpdateSubscriptions(userId)
  const { write } = useWrite({
    mutationFn: () => removeFollowingFeed({ params: { id: userId } }),
    onSuccess: () => {
      setFeedUrl(undefined)
      update({ hasFeed: false })
      showToast({ title: t`Feed switched off`, description: t`Its address no longer works.` })
    },
    onError: (error) => notifySettingError(error, t`Feed not switched off`),
  })
  return (
    <ConfirmedButton
      label={t`Switch Off`}
      title={t`Switch off the feed`}
      message={t`The address stops working for good. You can create another one later.`}
      busyLabel={t`Switching Off…`}
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
