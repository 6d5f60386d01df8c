import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageRecipe, TypeStyle } from '#contract/page-recipe.ts'
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
import { Problem } from '#web/ui/forms/field.tsx'
import { drawPreview } from '../draw/draw-page.ts'
import { LookFields } from '../look/look-fields.tsx'
import { PageLanguageField } from '../look/page-language-field.tsx'
import type { Look } from '../recipe.ts'
import { countWords, layoutPage } from '../templates/layout-page.ts'
import css from './make-pages-dialog.module.css'
import type { PagesFromNotes } from './pages-from-notes.ts'
import { languageOf, type NotedProject, notesPageSize, notesPaper, preparePages } from './prepare-pages.ts'

type Props = { project: NotedProject; onClose: () => void }

const firstLook: Look = { style: 'poster', paper: 'cream', inks: ['black', 'pink'] }

/** Lays out the notes of a project as a new draft. The notes are not changed. */
export function MakePagesDialog({ project, onClose }: Props) {
  const { t } = useLingui()
  const [look, setLook] = useState(firstLook)
  const [language, setLanguage] = useState(() => languageOf(`${project.title} ${project.notes}`))
  const { prepared, isPreparing, hasFailed, retry } = usePreparedPages(project, { style: look.style, language })
  const { create, isCreating } = useCreateDraft()
  // The type stays the one for which the pages were laid out.
  const pages = prepared?.recipes.map((recipe) => ({ ...recipe, paper: look.paper, inks: look.inks })) ?? []
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
      description={t`Your notes become the pages of a new draft, and stay as they are. A line that starts with # begins a page, and short pages are joined if that saves paper. The QR code on the back cover works once the zine is published.`}
      width="56rem"
    >
      {isEmpty ? (
        <p>{t`There are no notes yet. Write something first: a line that starts with # begins a page.`}</p>
      ) : (
        <>
          <ExistingDraft projectId={project.id} />
          <div className={css.columns}>
            <figure className={css.preview} dir={directionOf(project)} aria-busy={isPreparing}>
              <PageSample recipe={pages[0]} label={t`The cover`} />
              <PageSample recipe={pages.find(({ template }) => template === 'text')} label={t`A page of text`} />
              <figcaption>{prepared && <Summary prepared={prepared} />}</figcaption>
            </figure>
            <div className={css.fields}>
              <LookFields look={look} onChange={setLook} disabled={isCreating} />
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

/** A change of the paper or the inks does not change what fits on a page. */
function usePreparedPages(project: NotedProject, { style, language }: { style: TypeStyle; language: string }) {
  const viewer = useViewer()
  const { longZinePages } = usePageData().site
  const [prepared, setPrepared] = useState<PagesFromNotes>()
  const [isPreparing, setPreparing] = useState(true)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is the reason to run again
  useEffect(() => {
    if (!viewer) return
    let isCurrent = true
    setFailed(false)
    setPreparing(true)
    preparePages(project, { style, language, viewer, maxPages: longZinePages }).then(
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
  }, [project, style, language, viewer, longZinePages, attempt])
  return { prepared, isPreparing, hasFailed, retry: () => setAttempt(attempt + 1) }
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

function Summary({ prepared: { recipes, plainPages, leftOut } }: { prepared: PagesFromNotes }) {
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
            of your notes do not fit in <Plural value={pages} one="# page" other="# pages" /> and are left out. Move
            them to another project.
          </Trans>
        </p>
      )}
    </>
  )
}

/** Shows a page without pictures, whose type is loaded. It is blank until there is a recipe. */
function PageSample({ recipe, label }: { recipe: PageRecipe | undefined; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const key = JSON.stringify(recipe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recipe is a new object on every render
  useLayoutEffect(() => {
    if (recipe && canvas.current) drawPreview(canvas.current, layoutPage(recipe, notesPageSize), [])
  }, [key])
  return <canvas ref={canvas} className={css.page} role="img" aria-label={label} />
}
