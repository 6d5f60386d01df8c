import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type { Draft } from '#contract/drafts.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useViewer } from '#web/accounts/viewer.ts'
import { draftQuery, refreshDrafts } from '#web/drafts/draft-calls.ts'
import { now } from '#web/editor/session/editor-session.ts'
import { useLastMember, useSignedIn } from '#web/editor/session/use-member.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import css from './draft-page.module.css'
import { DraftTable } from './draft-table.tsx'
import { savedLayout } from './session/layout-text.ts'
import { type LayoutProps, type LayoutSession, useLayout } from './session/use-layout.ts'

/** A draft is private, so the page is drawn without it and asks for it here. */
export const handle: PageHandle = { inks: 'sun blue' }

export function Page() {
  const { id = '' } = useParams()
  const viewer = useViewer()
  const member = useLastMember(viewer)
  if (viewer === undefined) return <Loading />
  if (!member) return <SignInFirst />
  return <DraftById key={`${member.id} ${id}`} id={id} member={member} isSignedOut={viewer === null} />
}

type Props = { id: string; member: Viewer; isSignedOut: boolean }

function DraftById({ id, member, isSignedOut }: Props) {
  const read = useQuery({
    ...draftQuery(id),
    // What was read earlier may be old by now, and a layout begun on it would meet the newer one.
    refetchOnMount: 'always',
    networkMode: 'always',
  })
  const [opened, setOpened] = useState<Draft>()
  const found = read.data?.draft
  if (!opened && found && read.isFetchedAfterMount) setOpened(found)
  if (opened) return <OpenDraft opened={opened} latest={read.data} {...{ member, isSignedOut }} />
  if (isSignedOut) return <SignInFirst />
  if (read.data === null) return <NotFound />
  if (read.isError) {
    return (
      <main id="main" className="wrap">
        <DraftHead title="Draft" />
        <TryAgain title="The draft could not be reached" onRetry={() => void read.refetch()} />
      </main>
    )
  }
  return <Loading />
}

type OpenProps = {
  opened: Draft
  latest: { draft: Draft } | null | undefined
  member: Viewer
  isSignedOut: boolean
}

function OpenDraft({ opened, latest, member, isSignedOut }: OpenProps) {
  const queries = useQueryClient()
  const userId = member.id
  const show = (draft: Draft) => {
    queries.setQueryData(draftQuery(draft.id).queryKey, () => ({ draft }))
    void refreshDrafts(queries, userId)
  }
  const session = useLayout(opened, { userId, onSaved: show })
  useNews(session, latest)
  useSignedIn(session, isSignedOut)
  if (!session) return <Loading />
  return <Table {...{ session, userId, isSignedOut }} draft={latest?.draft ?? opened} onDraft={show} />
}

/** What this page learns by other ways than saving. */
function useNews(session: LayoutSession | undefined, latest: OpenProps['latest']) {
  useEffect(() => {
    if (latest) session?.dispatch({ type: 'savedElsewhere', saved: savedLayout(latest.draft), at: now() })
    else if (latest === null) session?.dispatch({ type: 'deletedElsewhere', at: now() })
  }, [session, latest])
}

type TableProps = LayoutProps & { isSignedOut: boolean; onDraft: (draft: Draft) => void }

/** Without a session only unsaved changes stay on the screen. */
function Table({ isSignedOut, ...table }: TableProps) {
  const { subscribe, isDirty } = table.session
  const dirty = useSyncExternalStore(subscribe, isDirty)
  if (isSignedOut && !dirty) return <SignInFirst />
  return (
    <>
      <DraftHead title={table.draft.content.title.trim() || 'Untitled zine'} />
      <DraftTable {...table} />
    </>
  )
}

const DraftHead = ({ title }: { title: string }) => (
  <PageHead title={`${title} · Foldout`} description="A zine on the layout table." path="/draft" hidden />
)

const Loading = () => (
  <main id="main" className="wrap">
    <DraftHead title="Draft" />
    <p className={css.loading} role="status">
      Clearing the table...
    </p>
  </main>
)

const SignInFirst = () => (
  <MembersOnly
    title="Your layout table"
    pageTitle="Your layout table · Foldout"
    sentence="Sign in, and this is where your zine lies as you left it."
  />
)
