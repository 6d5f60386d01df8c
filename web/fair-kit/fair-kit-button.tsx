import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import { userZinesQuery } from '#web/creators/user-calls.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { FairKitProps } from './fair-kit-dialog.tsx'

export const loadFairKit = async () =>
  (await withSentences('making', () => import('./fair-kit-dialog.tsx'))).FairKitDialog

/** Opens the fair kit of a member’s own zines. */
export function FairKitButton({ user: { id, username } }: { user: UserProfile }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const FairKit = useLazyComponent<FairKitProps>(isOpen, loadFairKit, close)
  return (
    <>
      <Button look="second" onClick={() => setOpen(true)}>{t`Fair kit`}</Button>
      {isOpen && FairKit && (
        <FairKit
          sign={{
            title: username,
            text: t`Scan the code to see all my zines.`,
            address: `/profile/${id}`,
            language: '',
          }}
          author={username}
          readZines={(pageParam, signal) => userZinesQuery(id).queryFn({ pageParam, signal })}
          onClose={close}
        />
      )}
    </>
  )
}
