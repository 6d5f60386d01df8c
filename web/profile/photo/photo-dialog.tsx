import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type * as contract from '#contract/creators.ts'
import { call, getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { notifySaveError, refreshCreator } from '../save-profile.ts'
import {
  type Crop,
  cropSide,
  cropSquare,
  initialCrop,
  maxZoom,
  moveCrop,
  type Picture,
  picturePosition,
  type Size,
  useDecodedPicture,
  zoomCrop,
} from './photo-crop.ts'
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
  const [crop, setCrop] = useState<Crop>()
  const { isSaving, save } = useSavePhoto(userId, onClose)
  const currentCrop = crop ?? (picture && initialCrop(picture.size))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isSaving || onClose()}
      title={t`Profile photo`}
      width="26rem"
      className={css.dialog}
      returnFocusTo={returnFocusTo.current}
    >
      {picture && currentCrop ? (
        <PhotoFrame picture={picture} crop={currentCrop} onCrop={setCrop} isFixed={isSaving} />
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
          onClick={() => picture && currentCrop && void save({ picture, crop: currentCrop })}
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

type PhotoFrameProps = {
  picture: Picture
  crop: Crop
  onCrop: (crop: Crop) => void
  isFixed: boolean
}

const zoomStep = 0.25
const keyStep = 0.05
const arrows: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The picture behind a round hole. Arrow keys move the hole. */
function PhotoFrame({ picture, crop, onCrop, isFixed }: PhotoFrameProps) {
  const { t } = useLingui()
  const { size, url } = picture
  const frame = useRef<HTMLButtonElement>(null)
  const hint = useId()
  // The dialog opened before the picture loaded, and still has focus.
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])
  const change = (next: Crop) => isFixed || onCrop(next)
  const zoomTo = (zoom: number) => change(zoomCrop(crop, size, zoom))
  const pointers = useCropPointers({ frame, crop, size, onCrop: change })
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow) {
      const step = cropSide(crop, size) * keyStep
      change(moveCrop(crop, size, { x: arrow[0] * step, y: arrow[1] * step }))
    } else if (event.key === '+' || event.key === '=') zoomTo(crop.zoom + zoomStep)
    else if (event.key === '-') zoomTo(crop.zoom - zoomStep)
    else return
    event.preventDefault()
  }
  return (
    <>
      <button
        type="button"
        ref={frame}
        className={css.frame}
        aria-label={t`Part of the photo to show`}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        {...pointers}
      >
        <img src={url} alt="" draggable={false} style={picturePosition(crop, size)} />
      </button>
      <p
        className={css.hint}
        id={hint}
      >{t`Drag the photo, or tap what belongs in the middle. You can also use the arrow keys, and + and − to zoom.`}</p>
      <div className={css.zoom}>
        <IconButton icon={Minus} aria-label={t`Smaller`} onClick={() => zoomTo(crop.zoom - zoomStep)} />
        <input
          type="range"
          aria-label={t`Zoom`}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => zoomTo(event.target.valueAsNumber)}
        />
        <IconButton icon={Plus} aria-label={t`Larger`} onClick={() => zoomTo(crop.zoom + zoomStep)} />
      </div>
    </>
  )
}

type Point = { x: number; y: number }
type CropPointers = {
  frame: RefObject<HTMLElement | null>
  crop: Crop
  size: Size
  onCrop: (crop: Crop) => void
}

/** How far a tap may move, in screen pixels. */
const tapTolerance = 4

/** Drag with one pointer to move, pinch to zoom, tap to center. */
function useCropPointers({ frame, crop, size, onCrop }: CropPointers) {
  const activePointers = useRef(new Map<number, Point>())
  const distance = useRef(0)
  const perPixel = () => cropSide(crop, size) / (frame.current?.clientWidth || 1)

  const onDown = (event: PointerEvent) => {
    if (activePointers.current.size === 0) distance.current = 0
    activePointers.current.set(event.pointerId, pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    const before = activePointers.current.get(event.pointerId)
    if (!before) return
    const distanceBefore = pointerDistance(activePointers.current)
    const now = pointOf(event)
    activePointers.current.set(event.pointerId, now)
    distance.current += Math.hypot(now.x - before.x, now.y - before.y)
    const share = perPixel() / activePointers.current.size
    const next = moveCrop(crop, size, { x: (before.x - now.x) * share, y: (before.y - now.y) * share })
    onCrop(zoomCrop(next, size, crop.zoom * (pointerDistance(activePointers.current) / distanceBefore)))
  }
  const onUp = (event: PointerEvent) => {
    const wasLast = activePointers.current.delete(event.pointerId) && activePointers.current.size === 0
    if (wasLast && distance.current <= tapTolerance) centerOn(event)
  }
  const centerOn = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return
    const from = (at: number, start: number, length: number) => (at - start - length / 2) * perPixel()
    onCrop(
      moveCrop(crop, size, {
        x: from(event.clientX, box.left, box.width),
        y: from(event.clientY, box.top, box.height),
      }),
    )
  }
  const onCancel = (event: PointerEvent) => void activePointers.current.delete(event.pointerId)
  return { onPointerDown: onDown, onPointerMove: onMove, onPointerUp: onUp, onPointerCancel: onCancel }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

function pointerDistance(points: Map<number, Point>) {
  const [one, two] = [...points.values()]
  return one && two ? Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)) : 1
}
