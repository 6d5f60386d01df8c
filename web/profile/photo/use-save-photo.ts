import { useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/creators.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { refreshCreator } from '../refresh-creator.ts'
import { sayNotSaved } from '../save-profile.ts'
import { type Crop, squareOf } from './photo-crop.ts'
import type { Picture } from './use-chosen-picture.ts'

/** The side of a photo, in pixels: twice the largest it is shown at, on a fine screen. */
const largest = 800
const quality = 0.9

const updateProfilePicture = call<typeof contract.updateProfilePicture>(
  'PUT',
  '/api/users/:id/profile-picture',
)

/** Uploads the square once, however often it is asked to, and shows it everywhere. */
export function useSavePhoto(userId: string, onSaved: () => void) {
  const queries = useQueryClient()
  const { write, isPending } = useWrite({
    mutationFn: async ({ picture, crop }: { picture: Picture; crop: Crop }) =>
      updateProfilePicture({ params: { id: userId }, body: { base64Image: cut(picture, crop) } }),
    onSuccess: ({ profileImageUrl }) => {
      showToast({
        title: 'Profile Picture Updated',
        description: 'Your profile photo was updated successfully.',
      })
      onSaved()
      void refreshCreator(queries, { id: userId, profileImageUrl })
    },
    onError: (error) =>
      sayNotSaved(error, 'Upload Failed', sentenceOf(error, 'Failed to upload profile picture')),
  })
  return { isSaving: isPending, save: write }
}

/** As a data URL. Where a browser writes no WebP it writes PNG, which is small enough at this size. */
function cut({ image, size }: Picture, crop: Crop) {
  const { left, top, side } = squareOf(crop, size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(largest, Math.ceil(side))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', quality)
}
