import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { trimText } from '#contract/visible-text.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { draftAddress, foldedView, type NewDraft, useCreateDraft } from '#web/drafts/create-draft.tsx'
import { draftsQuery } from '#web/drafts/draft-calls.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { coverDesigns, DesignChoice } from '../editor/template-choice.tsx'
import { LookFields } from '../look/look-fields.tsx'
import { PageLanguageField } from '../look/page-language-field.tsx'
import { hashOf } from '../random-numbers.ts'
import type { Look } from '../recipe.ts'
import { countWords } from '../templates/layout-page.ts'
import { hasFolio } from '../templates/template-fields.ts'
import { ContactSheet } from './contact-sheet.tsx'
import css from './make-pages-dialog.module.css'
import {
  type Length,
  languageOf,
  type NotedProject,
  notesPageSize,
  notesPaper,
  type PreparedPages,
  preparePages,
} from './prepare-pages.ts'

type Props = { project: NotedProject; onClose: () => void }

const firstLook: Look = { style: 'poster', textSize: 'medium', paper: 'cream', inks: ['black', 'pink'] }

/** Lays out the notes of a project as a new draft. The notes are not changed. */
export function MakePagesDialog({ project, onClose }: Props) {
  const { t } = useLingui()
  const [look, setLook] = useState(firstLook)
  const [language, setLanguage] = useState(() => languageOf(`${project.title} ${project.notes}`))
  const [length, setLength] = useState<Length>()
  const [isSizeChosen, setSizeChosen] = useState(false)
  const [isNumbered, setNumbered] = useState(false)
  const wishes = { look, language, length, isSizeChosen, isNumbered }
  const { prepared, isPreparing, hasFailed, retry } = usePreparedPages(project, wishes)
  const textSize = isSizeChosen ? look.textSize : prepared?.textSize
  const { create, isCreating } = useCreateDraft()
  const [cover, setCover] = useState(() => firstDesign(project.title))
  const { pages: sheet, move } = useOrder(prepared)
  // The type stays the one for which the pages were laid out.
  const pages = sheet.map(({ recipe }, index) => ({
    ...recipe,
    paper: look.paper,
    inks: look.inks,
    cover: index === 0 ? cover : undefined,
    folio: isNumbered && hasFolio(recipe.template) ? { number: index + 1, title: '' } : undefined,
  }))
  const isEmpty = prepared !== undefined && pages.length === 0
  const make = () => {
    if (isCreating || isPreparing) return
    void create({ ...newDraft(project), recipesFor: ({ zineId }) => withAddress(pages, zineId), view: foldedView })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Make pages`}
      description={t`Your notes become the pages of a new draft, and stay as they are. The QR code on the back cover works once the zine is published.`}
      width="56rem"
    >
      {isEmpty ? (
        <p>{t`There are no notes yet. Write something first: a line that starts with # begins a page.`}</p>
      ) : (
        <>
          <ExistingDraft projectId={project.id} />
          <div className={css.columns}>
            <figure className={css.preview} dir={directionOf(project)} aria-busy={isPreparing}>
              {prepared && (
                <ContactSheet
                  pages={pages.map((recipe, index) => ({ recipe, section: sheet[index]?.section ?? 0 }))}
                  direction={directionOf(project)}
                  disabled={isCreating || isPreparing}
                  onMove={move}
                />
              )}
              <figcaption>{prepared && <Summary prepared={prepared} />}</figcaption>
            </figure>
            <div className={css.fields}>
              <NoteMarks />
              <LengthField length={length ?? prepared?.length} disabled={isCreating} onChange={setLength} />
              {pages[0] && <DesignChoice recipe={pages[0]} size={notesPageSize} isReady onChoose={setCover} />}
              <LookFields
                look={{ ...look, textSize }}
                onChange={(chosen) => {
                  setSizeChosen(isSizeChosen || chosen.textSize !== textSize)
                  setLook(chosen)
                }}
                disabled={isCreating}
              />
              <CheckBox
                checked={isNumbered}
                disabled={isCreating}
                onChange={({ target }) => setNumbered(target.checked)}
              >{t`Page numbers`}</CheckBox>
              <PageLanguageField language={language} onChange={setLanguage} disabled={isCreating} />
            </div>
          </div>
        </>
      )}
      <Problem>{hasFailed && t`The fonts could not be loaded. Check your connection.`}</Problem>
      <div className={css.actions}>
        <div className={dialog.row}>
          <Button look="second" onClick={onClose}>
            {isEmpty ? t`Close` : t`Cancel`}
          </Button>
          {hasFailed && <Button onClick={retry}>{t`Try again`}</Button>}
          {!isEmpty && !hasFailed && (
            <Button data-autofocus aria-disabled={isCreating || isPreparing} onClick={make}>{t`Make pages`}</Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Differs between titles, so that covers do not look alike. */
const firstDesign = (title: string) => coverDesigns[(hashOf(title) >>> 0) % coverDesigns.length] ?? 'block'

const newDraft = (project: NotedProject): NewDraft => ({
  projectId: project.id,
  content: {
    title: trimText(project.title),
    paper: notesPaper,
    readingDirection: directionOf(project),
  },
})

const directionOf = ({ title, notes }: NotedProject) =>
  textLanguageOf(`${title} ${notes}`).dir === 'rtl' ? 'rtl' : 'ltr'

/** The back cover has the address of the zine, as a QR code. */
const withAddress = (pages: readonly PageRecipe[], zineId: string) =>
  pages.map((page, index) =>
    index === pages.length - 1 ? { ...page, captions: [`${location.origin}/zine/${zineId}`] } : page,
  )

type Wishes = { look: Look; language: string; length: Length | undefined; isSizeChosen: boolean; isNumbered: boolean }

/** A change of the paper or the inks does not change what fits on a page. */
function usePreparedPages(project: NotedProject, wishes: Wishes) {
  const { look, language, length, isSizeChosen, isNumbered } = wishes
  const { style, alignment } = look
  const textSize = isSizeChosen ? look.textSize : undefined
  const viewer = useViewer()
  const { longZinePages } = usePageData().site
  const [prepared, setPrepared] = useState<PreparedPages>()
  const [isPreparing, setPreparing] = useState(true)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is the reason to run again, and colors are not
  useEffect(() => {
    if (!viewer) return
    let isCurrent = true
    setFailed(false)
    setPreparing(true)
    preparePages(project, { ...wishes, viewer, maxPages: longZinePages }).then(
      (pages) => {
        if (!isCurrent) return
        setPrepared(pages)
        setPreparing(false)
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [project, style, textSize, isSizeChosen, isNumbered, alignment, language, length, viewer, longZinePages, attempt])
  return { prepared, isPreparing, hasFailed, retry: () => setAttempt(attempt + 1) }
}

/** The order of the sections, which stays while there are as many. */
function useOrder(prepared: PreparedPages | undefined) {
  const [order, setOrder] = useState<number[]>([])
  const pages = prepared?.recipes.map((recipe, at) => ({ recipe, section: prepared.sections[at] ?? 0 })) ?? []
  const sections = [...new Set(pages.map(({ section }) => section))]
  const current = order.length === sections.length ? order : sections
  return {
    pages: current.flatMap((section) => pages.filter((page) => page.section === section)),
    move(section: number, by: -1 | 1) {
      const at = current.indexOf(section)
      setOrder(current.with(at, current[at + by] ?? section).with(at + by, section))
    },
  }
}

/** What the marks in the notes do. */
function NoteMarks() {
  const { t } = useLingui()
  const marks = [
    ['# Kitchen', t`A heading begins a page.`],
    ['---', t`A line of dashes begins a page without a heading.`],
    ['> Late again', t`A quote gets a page of its own.`],
    ['- one lamp', t`Lines like this are a list.`],
  ]
  return (
    <details>
      <summary>{t`How notes become pages`}</summary>
      <dl className={css.marks}>
        {marks.map(([mark, meaning]) => (
          <div key={mark}>
            <dt>
              <code>{mark}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{t`Short pages are joined if that saves paper. You can move pages above.`}</p>
    </details>
  )
}

type LengthFieldProps = { length: Length | undefined; disabled: boolean; onChange: (length: Length) => void }

function LengthField({ length, disabled, onChange }: LengthFieldProps) {
  const { t } = useLingui()
  const { longZinePages } = usePageData().site
  const names: Record<Length, string> = {
    '8': t`One sheet (8 pages)`,
    '12': t`12 pages`,
    '16': t`16 pages`,
    needed: t({ message: 'As needed', context: 'number of pages' }),
  }
  const possible = (['8', '12', '16', 'needed'] as const).filter((value) => !(Number(value) > longZinePages))
  return (
    <RadioGroup
      look="boxes"
      className={css.lengths}
      legend={t({ message: 'Length', context: 'number of pages' })}
      values={possible}
      value={length}
      disabled={disabled}
      label={(value) => names[value]}
      onChange={onChange}
    />
  )
}

function ExistingDraft({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { data } = useQuery({ ...draftsQuery(viewer?.id ?? ''), enabled: viewer !== undefined })
  const draft = data?.drafts.find((ticket) => ticket.projectId === projectId)
  if (!draft) return null
  return (
    <div className={css.existing}>
      <p>
        <Plural
          value={{ count: draft.pageCount }}
          one="This project already has a draft with # page. It stays as it is: these pages become a new draft."
          other="This project already has a draft with # pages. It stays as it is: these pages become a new draft."
        />
      </p>
      <Link
        className={buttonClass({ look: 'second', size: 'small' })}
        to={draftAddress(draft.id)}
      >{t`Open the draft`}</Link>
    </div>
  )
}

function Summary({ prepared: { recipes, plainPages, leftOut } }: { prepared: PreparedPages }) {
  const pages = recipes.length
  return (
    <>
      <p role="status">
        {pages === 8 ? (
          <Trans>8 pages, on one sheet of paper.</Trans>
        ) : (
          <Trans>
            <Plural value={pages} one="# page" other="# pages" />, on{' '}
            <Plural value={{ sheets: pages / 4 }} one="# sheet" other="# sheets" /> of paper.
          </Trans>
        )}
        {plainPages > 0 && (
          <>
            {' '}
            <Plural
              value={plainPages}
              one="# page in plain ink: add words or images there later."
              other="# pages in plain ink: add words or images there later."
            />
          </>
        )}
      </p>
      {leftOut && (
        <p className="error">
          <Trans>
            The last <Plural value={{ words: countWords(leftOut, languageOf(leftOut)) }} one="# word" other="# words" />{' '}
            of your notes do not fit in <Plural value={pages} one="# page" other="# pages" /> and are left out. Choose
            more pages or a smaller text, or move them to another project.
          </Trans>
        </p>
      )}
    </>
  )
}
