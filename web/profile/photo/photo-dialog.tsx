import { type RefObject, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { type Crop, wholeCrop } from './photo-crop.ts'
import css from './photo-dialog.module.css'
import { PhotoFrame } from './photo-frame.tsx'
import { useChosenPicture } from './use-chosen-picture.ts'
import { useSavePhoto } from './use-save-photo.ts'

type PhotoDialogProps = {
  userId: string
  file: File
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The chosen picture, of which a square becomes the photo. It stays open when the photo could not be saved. */
export function PhotoDialog({ userId, file, onClose, returnFocusTo }: PhotoDialogProps) {
  useUnsavedWork(true)
  const picture = useChosenPicture(file, onClose)
  const [crop, setCrop] = useState<Crop>()
  const { isSaving, save } = useSavePhoto(userId, onClose)
  const shown = crop ?? (picture && wholeCrop(picture.size))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isSaving || onClose()}
      title="Profile photo"
      width="26rem"
      className={css.dialog}
      returnFocusTo={returnFocusTo.current}
    >
      {picture && shown ? (
        <PhotoFrame picture={picture} crop={shown} onCrop={setCrop} isFixed={isSaving} />
      ) : (
        <p role="status">Opening the picture...</p>
      )}
      <p className="sr" role="status">
        {isSaving && 'Uploading your photo'}
      </p>
      <div className={dialog.row}>
        <Button look="second" aria-disabled={isSaving || undefined} onClick={() => isSaving || onClose()}>
          Cancel
        </Button>
        <Button
          aria-disabled={isSaving || !picture || undefined}
          onClick={() => picture && shown && void save({ picture, crop: shown })}
        >
          {isSaving ? 'Uploading...' : 'Use this photo'}
        </Button>
      </div>
    </Dialog>
  )
}
