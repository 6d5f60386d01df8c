import { msg, ph, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '#contract/accounts.ts'
import { importColumns } from '#contract/import-columns.ts'
import * as limits from '#contract/limits.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useViewer } from '#web/accounts/viewer.ts'
import { useList } from '#web/api/queries.ts'
import { DraftTickets } from '#web/drafts/draft-rack.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import ways from '#web/ui/controls/ways.module.css'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import { FileInput } from '#web/upload/pages/file-input.tsx'
import { useSendFile } from '#web/upload/sending/use-send-file.ts'
import { beginImport, importedDraftsQuery, importsQuery } from './import-calls.ts'
import css from './import-page.module.css'
import { ImportReports } from './import-reports.tsx'

const pageTitle = msg`Import zines · Foldout`

export const handle: PageHandle = {
  reads: ({ viewer }) => (viewer ? [importsQuery(viewer.id), importedDraftsQuery(viewer.id)] : []),
}

export function Page() {
  const { t } = useLingui()
  const viewer = useViewer()
  if (viewer === null)
    return (
      <MembersOnly
        title={t`Sign in to import zines`}
        pageTitle={t(pageTitle)}
        message={t`An import creates drafts in your account.`}
      />
    )
  return (
    <main id="main" className="wrap">
      <PageHead title={t(pageTitle)} description={t`Many zines at once, from a zip.`} path="/import" hidden />
      <div className={css.narrow}>
        <h1>{t`Import zines`}</h1>
        <p>
          <Trans>
            Upload a zip of your images, PDFs and videos with a CSV that describes them. Each row becomes a draft. A zip
            can have up to {ph({ importRows: limits.importRows })} zines and {ph({ importMb: limits.importMb })} MB.
            Uploading the same zip again creates no duplicates.
          </Trans>
        </p>
        {viewer ? <Imports key={viewer.id} viewer={viewer} /> : <p role="status">{t`Loading your imports…`}</p>}
      </div>
    </main>
  )
}

const Imports = ({ viewer }: { viewer: Viewer }) => (
  <>
    <UploadZip userId={viewer.id} />
    <CsvHelp />
    <ImportReports userId={viewer.id} />
    <ImportedDrafts userId={viewer.id} />
  </>
)

function UploadZip({ userId }: { userId: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const {
    sending,
    add,
    retry,
    cancel,
    canRetry: canResume,
  } = useSendFile({
    maxMb: limits.importMb,
    tooLargeMessage: t`A zip can be up to ${ph({ importMb: limits.importMb })} MB. Split your zines into several zips.`,
    failedMessage: t`Your zip could not be uploaded. Please try again.`,
    create: ({ uploadId }) => beginImport({ body: { uploadId } }),
    onCreated: () => void queries.invalidateQueries({ queryKey: importsQuery(userId).queryKey }),
  })
  useUnsavedWork(sending !== undefined && (!sending.problem || canResume))
  if (!sending)
    return (
      <div>
        <FileInput
          label={t`Choose a zip`}
          className={buttonClass({})}
          accept=".zip,application/zip"
          onChoose={([file]) => file && void add(file)}
        >{t`Choose a zip`}</FileInput>
      </div>
    )
  const { name, status, sent, problem } = sending
  return (
    <div className={css.sheet}>
      {problem ? (
        <p className="error" role="alert">
          {name}: {problem}
        </p>
      ) : (
        <>
          <p role="status">{status === 'paused' ? t`${name} is waiting for a connection` : t`Sending ${name}`}</p>
          <ProgressBar progress={sent} />
        </>
      )}
      <div className={ways.ways}>
        {problem && canResume && <Button look="second" size="small" onClick={retry}>{t`Try again`}</Button>}
        <Button look="second" size="small" onClick={cancel}>
          {problem ? t`Remove it` : t`Cancel`}
        </Button>
      </div>
    </div>
  )
}

const example = `title,files,alt texts,languages,subjects
Moths at Night,moths/,A moth | Its shadow,en,insects | night
Bread,bread-1.jpg | bread-2.jpg,,pt-BR,
Benches,benches.pdf,,en,`

const CsvHelp = () => {
  const { t } = useLingui()
  return (
    <details className={css.csvHelp}>
      <summary>{t`How to write the CSV`}</summary>
      <p>{t`The first row names the columns, in any order. Each row below is a zine. Separate cells with commas, semicolons or tabs. Separate the items of a list with | or a line break.`}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className={css.example} tabIndex={0} aria-label={t`An example`}>
        <pre>{example}</pre>
      </section>
      <dl className={css.columns}>
        {Object.entries(importColumns).map(([name, description]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function ImportedDrafts({ userId }: { userId: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const query = importedDraftsQuery(userId)
  const list = useList(query)
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? []
  if (drafts.length === 0) return null
  return (
    <section className={css.reports} aria-labelledby="imported-drafts">
      <h3 id="imported-drafts">{t`Imported drafts`}</h3>
      <DraftTickets
        userId={userId}
        drafts={drafts}
        onDeleted={() => void queries.invalidateQueries({ queryKey: query.queryKey })}
      />
      <ListEnd
        list={list}
        soFar={t`${plural({ count: drafts.length }, { one: '# draft', other: '# drafts' })} so far`}
      />
    </section>
  )
}
