import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type * as publishing from '#contract/publishing.ts'
import type { FullZine, Zine } from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { Day, Reason } from '#web/reports/decision-details.tsx'
import { PutOnShelfSlot } from '#web/shelves/put-on-shelf-slot.tsx'
import { ShelfMenuItems } from '#web/shelves/shelf-menu-items.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import css from './zine-detail.module.css'

const deleteZine = call<typeof publishing.deleteZine>('DELETE', '/api/zines/:id')

export function ZineMenu({ zine, onDeleted }: { zine: Zine; onDeleted: () => void }) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const [isShelving, setShelving] = useState(false)
  const navigate = useNavigate()
  const remove = useDeleteZine(zine, onDeleted)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} boxed aria-label={t`Zine menu`} />}>
        <MenuItem icon={Pencil} onSelect={() => void navigate(`/zine/${zine.id}/edit`)}>{t`Edit zine`}</MenuItem>
        <ShelfMenuItems zine={zine} onChooseShelf={() => setShelving(true)} />
        <MenuItem danger icon={Trash2} onSelect={() => setConfirming(true)}>{t`Delete Zine`}</MenuItem>
      </Menu>
      {isShelving && <PutOnShelfSlot zine={zine} onClose={() => setShelving(false)} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Delete Zine`}
        message={
          <Trans>
            Are you sure you want to delete "<MemberText text={zine.title} language={zine.language} />
            "? This action cannot be undone.
          </Trans>
        }
        confirmLabel={t`Delete Zine`}
        onConfirm={remove}
      />
    </>
  )
}

/** The returned function resolves when lists have refreshed or a failure was shown. */
function useDeleteZine({ id, creatorId }: Zine, onDeleted: () => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { write } = useWrite({
    mutationFn: () => deleteZine({ params: { id }, body: { userId: creatorId } }),
    onSuccess: () => {
      showToast({ title: t`Success`, description: t`Zine deleted successfully` })
      onDeleted()
      return refreshLists(queries)
    },
    onError: () => showError(t`Failed to delete zine`),
  })
  return write
}

export const HiddenNote = ({ hidden }: { hidden: NonNullable<FullZine['hidden']> }) => {
  const { t } = useLingui()
  return (
    <div className={css.hiddenNote} role="note">
      <p>
        <strong>{t`Not shown to others`}</strong>
      </p>
      <p>
        <Trans>
          A moderator hid it on <Day at={hidden.at} />.
        </Trans>
      </p>
      <Reason reason={hidden.reason} />
      <p>
        <Trans>
          You can edit or delete it, and <Link to="/profile">reply on your profile</Link>.
        </Trans>
      </p>
    </div>
  )
}
