import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type * as contract from '#contract/creators.ts'
import { call, getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { type Crop, middleCrop } from '#web/ui/crop/crop.ts'
import { CropFrame } from '#web/ui/crop/crop-frame.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { notifySaveError, refreshCreator } from '../save-profile.ts'
import { cropSquare, type Picture, square, useDecodedPicture } from './photo-crop.ts'
import css from './photo-dialog.module.css'

type PhotoDialogProps = {
  userId: string
  file: File
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function PhotoDialog({ userId, file, onClose, returnFocusTo }: PhotoDialogProps) {
  const { t } = useLingui()
  useUnsavedWork(true)
  const picture = useDecodedPicture(file, onClose)
  const [crop, setCrop] = useState(middleCrop)
  const { isSaving, save } = useSavePhoto(userId, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isSaving || onClose()}
      title={t`Profile photo`}
      width="26rem"
      returnFocusTo={returnFocusTo.current}
    >
      {picture ? (
        <CropFrame
          label={t`Part of the photo to show`}
          hint={t`Drag the photo, or tap what belongs in the middle. You can also use the arrow keys, and + and − to zoom.`}
          url={picture.url}
          alt=""
          look={css.hole}
          hasFocus
          picture={picture.size}
          frame={square}
          crop={crop}
          maxZoom={4}
          onCrop={(next) => isSaving || setCrop(next)}
        />
      ) : (
        <p role="status">{t`Opening the photo…`}</p>
      )}
      <Announce>{isSaving && t`Uploading your photo`}</Announce>
      <div className={dialog.row}>
        <Button
          look="second"
          aria-disabled={isSaving || undefined}
          onClick={() => isSaving || onClose()}
        >{t`Cancel`}</Button>
        <Button
          aria-disabled={isSaving || !picture || undefined}
          onClick={() => picture && void save({ picture, crop })}
        >
          {isSaving ? t`Uploading…` : t`Use this photo`}
        </Button>
      </div>
    </Dialog>
  )
}

/** Maximum side in pixels: twice the largest displayed size. */
const maxSide = 800
const quality = 0.9

const updateProfilePicture = call<typeof contract.updateProfilePicture>('PUT', '/api/users/:id/profile-picture')

function useSavePhoto(userId: string, onSaved: () => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { write, isPending } = useWrite({
    mutationFn: async ({ picture, crop }: { picture: Picture; crop: Crop }) =>
      updateProfilePicture({ params: { id: userId }, body: { base64Image: cropToDataUrl(picture, crop) } }),
    onSuccess: ({ profileImageUrl }) => {
      showToast({
        title: t`Profile Picture Updated`,
        description: t`Your profile photo was updated successfully.`,
      })
      onSaved()
      void refreshCreator(queries, { id: userId, profileImageUrl })
    },
    onError: (error) =>
      notifySaveError(error, t`Upload Failed`, getUserMessage(error, t`Failed to upload profile picture`)),
  })
  return { isSaving: isPending, save: write }
}

/** Returns a data URL. Browsers that cannot encode WebP write PNG, which is small enough here. */
function cropToDataUrl({ image, size }: Picture, crop: Crop) {
  const { left, top, side } = cropSquare(crop, size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(maxSide, Math.ceil(side))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t process images')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', quality)
}
