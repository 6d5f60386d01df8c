import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { getUserMessage } from '#web/api/call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import type { ContentPage, ZineContent } from '../table/content.ts'
import { CutLines } from './cut-lines.tsx'
import { PagePreviews } from './page-previews.tsx'
import css from './sheet.module.css'
import {
  commonCover,
  cropsInOrder,
  evenCuts,
  pagesPerSheet,
  type SheetFold,
  type SheetRow,
  sheetRows,
} from './sheet-cells.ts'
import { cutPages, openSheet, type SheetPicture, toPreview } from './sheet-picture.ts'

/** What happens to the page after the sheet, which may show its other side. */
export type OtherSide = 'page' | 'poster' | 'removed'

export type SplitSheet = { files: File[]; otherSide: OtherSide }

export type SplitSheetProps = {
  page: ContentPage
  file: File | undefined
  /** The page after the sheet. */
  next: ContentPage | undefined
  direction: ZineContent['readingDirection']
  /** How many more pages the zine can have. */
  space: number
  maxPages: number
  onClose: () => void
  onSplit: (split: SplitSheet) => void
}

export function SplitSheetDialog(props: SplitSheetProps) {
  const { t } = useLingui()
  const sheet = useSheet(props)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title={t`One sheet, eight pages`}
      description={t`Choose the front cover in the image. Drag the lines onto the folds, or move them with the arrow keys.`}
      width="64rem"
    >
      {sheet.problem && (
        <>
          <p className="error" role="alert">
            {sheet.problem}
          </p>
          <div className={dialog.row}>
            <Button look="second" onClick={sheet.retry}>{t`Try again`}</Button>
          </div>
        </>
      )}
      {!sheet.problem && !sheet.opened && <p role="status">{t`Opening the sheet…`}</p>}
      {sheet.opened && <SplitForm {...props} {...sheet.opened} />}
    </Dialog>
  )
}

type Opened = { picture: SheetPicture; preview: SheetPicture }

function useSheet({ page: { url }, file }: SplitSheetProps) {
  const { t } = useLingui()
  const [state, setState] = useState<{ opened?: Opened; problem?: string }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the sheet again
  useEffect(() => {
    let isClosed = false
    const pictures: SheetPicture[] = []
    const open = async () => {
      const picture = await openSheet(url, file)
      pictures.push(picture)
      const preview = await toPreview(picture)
      pictures.push(preview)
      if (isClosed) return close()
      setState({ opened: { picture, preview } })
    }
    const close = () => {
      for (const { source } of pictures) source.close()
    }
    open().catch((error) => setState({ problem: getUserMessage(error, t`The sheet could not be opened.`) }))
    return () => {
      isClosed = true
      close()
    }
  }, [url, file, attempt])
  const retry = () => {
    setState({})
    setAttempt((count) => count + 1)
  }
  return { ...state, retry }
}

function SplitForm({
  page,
  file,
  next,
  direction,
  space,
  maxPages,
  onClose,
  onSplit,
  picture,
  preview,
}: SplitSheetProps & Opened) {
  const { t } = useLingui()
  const [cuts, setCuts] = useState(evenCuts)
  const [upsideDown, setUpsideDown] = useState<SheetRow>('lower')
  const [cover, setCover] = useState<number>()
  const fold: SheetFold = { upsideDown, direction, cover: cover ?? commonCover({ upsideDown, direction }) }
  const [otherSide, setOtherSide] = useState<OtherSide>(next && isSameSize(next, page) ? 'poster' : 'page')
  const { isCutting, problem, cut } = useCut(async () => {
    const crops = cropsInOrder(picture, cuts, fold)
    onSplit({ files: await cutPages(picture, crops, file?.type === 'image/png'), otherSide })
  })
  const excess = pagesPerSheet - 1 - (otherSide === 'removed' ? 1 : 0) - space
  const total = maxPages + excess
  return (
    <>
      <div className={css.form}>
        <div className={css.choices}>
          <CutLines cuts={cuts} fold={fold} picture={preview} onCuts={setCuts} onCover={setCover} />
          <RadioGroup
            legend={t`Upside-down row`}
            look="row"
            values={sheetRows}
            value={fold.upsideDown}
            onChange={setUpsideDown}
            label={(row) => (row === 'upper' ? t`The upper row` : t`The lower row`)}
          />
          <p className="meta">
            {direction === 'rtl'
              ? t`Read from right to left, as set for the zine.`
              : t`Read from left to right, as set for the zine.`}
          </p>
        </div>
        <div className={css.choices}>
          <PagePreviews picture={preview} crops={cropsInOrder(preview, cuts, fold)} />
          {next && (
            <RadioGroup
              legend={t`The page after the sheet`}
              values={otherSides}
              value={otherSide}
              onChange={setOtherSide}
              label={(value) => t(otherSideNames[value])}
            />
          )}
        </div>
      </div>
      {page.altText + page.transcript !== '' && (
        <p>{t`The sheet’s description and words stay with page 1. Move them to the right pages afterward.`}</p>
      )}
      {(excess > 0 || problem) && (
        <p className="error" role="alert">
          {problem ??
            t`${plural(maxPages, {
              one: `A zine can have up to # page. This would make ${total}.`,
              other: `A zine can have up to # pages. This would make ${total}.`,
            })}`}
        </p>
      )}
      <div className={dialog.row}>
        <Button look="second" onClick={onClose}>{t`Cancel`}</Button>
        <Button disabled={excess > 0 || isCutting} onClick={cut}>
          {isCutting ? t`Cutting…` : t`Make eight pages`}
        </Button>
      </div>
    </>
  )
}

const otherSides = ['poster', 'removed', 'page'] as const

const otherSideNames: Record<OtherSide, MessageDescriptor> = {
  poster: msg`It’s the back of the sheet. Keep it whole, as a poster at the end.`,
  removed: msg`It’s the back of the sheet. Leave it out.`,
  page: msg`It’s a separate page. Leave it where it is.`,
}

/** Two scans of one sheet differ by a few pixels. */
function isSameSize(a: ContentPage, b: ContentPage) {
  const ratio = (page: ContentPage) => (page.width ?? 0) / (page.height ?? 1)
  return Math.abs(ratio(a) - ratio(b)) < 0.05
}

function useCut(run: () => Promise<void>) {
  const { t } = useLingui()
  const [isCutting, setCutting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cut = async () => {
    setCutting(true)
    setProblem(undefined)
    try {
      await run()
    } catch {
      setProblem(
        t`The sheet could not be cut. It may be too large for this device. Scan it at a lower resolution and try again.`,
      )
      setCutting(false)
    }
  }
  return { isCutting, problem, cut: () => void cut() }
}
