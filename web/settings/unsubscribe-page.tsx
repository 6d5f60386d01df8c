import { useLingui } from '@lingui/react/macro'
import type * as contract from '#contract/subscriptions.ts'
import { PageMessage } from '#web/accounts/page-message.tsx'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { isLinkExpired, OpenMailLink } from '#web/reports/open-mail-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'
import { notifySettingError } from './setting-error.ts'

const unsubscribe = call<typeof contract.unsubscribe>('POST', '/api/digest/unsubscribe')

export const handle: PageHandle = { inks: 'green blue' }

export const Page = () => {
  const { t } = useLingui()
  const doneMessage = {
    pigeon: true,
    title: t`Unsubscribed`,
    message: t`You will get no more digests. You can turn them on again in Account Settings.`,
  }
  return (
    <OpenMailLink
      head={{
        title: t`Unsubscribe · Foldout`,
        description: t`End the email digest with a link from an email.`,
        path: '/unsubscribe',
      }}
      className={solo.solo}
      read={async (token) => token}
      noLinkMessage={{
        title: t`Nothing to unsubscribe from`,
        message: t`Open this page with the link from an email. If you were just here, open the link again.`,
      }}
      expiredMessage={{
        title: t`This link is not valid`,
        message: t`Nothing was changed. You can choose how often you get emails in Account Settings.`,
      }}
    >
      {({ target, finish, end }) => (
        <PageMessage
          title={t`Unsubscribe from the digest?`}
          message={t`You will get no more emails about new zines by creators you follow. You still follow them.`}
        >
          <UnsubscribeButton token={target} onDone={() => finish(doneMessage)} onExpired={end} />
        </PageMessage>
      )}
    </OpenMailLink>
  )
}

type UnsubscribeButtonProps = { token: string; onDone: () => void; onExpired: () => void }

function UnsubscribeButton({ token, onDone, onExpired }: UnsubscribeButtonProps) {
  const { t } = useLingui()
  const { write, isPending } = useWrite({
    mutationFn: () => unsubscribe({ query: { token } }),
    onSuccess: onDone,
    onError: (error) => (isLinkExpired(error) ? onExpired() : void notifySettingError(error, t`Not unsubscribed`)),
  })
  return (
    <Button aria-disabled={isPending || undefined} onClick={() => void write()}>
      {isPending ? t`Unsubscribing…` : t`Unsubscribe`}
    </Button>
  )
}
