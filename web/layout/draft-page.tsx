import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft } from '#contract/drafts.ts'
import { draftQuery, refreshDrafts } from '#web/drafts/draft-calls.ts'
import { type Opened, OpenSession, SessionPage, type SessionPageKind } from '#web/editor/session-frame.tsx'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page/page-data.tsx'
import { DraftTable } from './draft-table.tsx'
import { savedLayout } from './session/layout-text.ts'
import { useLayout } from './session/use-layout.ts'

export const handle: PageHandle = { inks: 'sun blue' }

const kind: SessionPageKind<{ draft: Draft }, Draft> = {
  query: draftQuery,
  itemOf: ({ draft }) => draft,
  Opened: OpenDraft,
  Missing: NotFound,
  what: 'Draft',
  description: 'A zine on the layout table.',
  path: '/draft',
  loading: 'Clearing the table...',
  unreached: 'The draft could not be loaded',
  signIn: {
    title: 'Your layout table',
    sentence: 'Sign in to open your zine as you left it.',
  },
}

export const Page = () => <SessionPage kind={kind} />

function OpenDraft({ opened, latest, userId, isSignedOut }: Opened<Draft>) {
  const queries = useQueryClient()
  const show = (draft: Draft) => {
    queries.setQueryData(draftQuery(draft.id).queryKey, () => ({ draft }))
    void refreshDrafts(queries, userId)
  }
  const session = useLayout(opened, { userId, onSaved: show })
  const saved = useMemo(() => latest && savedLayout(latest), [latest])
  const draft = latest ?? opened
  const title = draft.content.title.trim() || 'Untitled zine'
  return (
    <OpenSession {...{ kind, session, saved, title, isSignedOut }}>
      {(ready) => <DraftTable session={ready} {...{ userId, draft }} onDraft={show} />}
    </OpenSession>
  )
}
