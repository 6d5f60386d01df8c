import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft } from '#contract/drafts.ts'
import { titleOfDraft } from '#web/drafts/create-draft.tsx'
import { draftQuery, refreshDrafts } from '#web/drafts/draft-calls.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { type Opened, OpenSession, SessionPage, type SessionPageKind } from '#web/session/session-frame.tsx'
import { DraftTable } from './draft-table.tsx'
import { savedDraftText } from './session/draft-text.ts'
import { useLayout } from './session/use-layout.ts'

export const handle: PageHandle = { inks: 'sun blue' }

const kind: SessionPageKind<{ draft: Draft }, Draft> = {
  query: draftQuery,
  itemOf: ({ draft }) => draft,
  Opened: OpenDraft,
  Missing: () => <NotFound what="draft" />,
  noun: msg({ message: 'Draft', context: 'unpublished zine' }),
  description: msg`A zine on the layout table.`,
  path: '/draft',
  loading: msg`Loading…`,
  errorTitle: msg`The draft could not be loaded`,
  offlineTitle: {
    unsaved: msg`You’re offline. Your unsaved changes are in this browser and will be back when the draft loads.`,
    missing: msg`You’re offline. This browser has no copy of this draft.`,
  },
  signIn: {
    title: msg`Your layout table`,
    message: msg`Sign in to open your zine as you left it.`,
  },
}

export const Page = () => <SessionPage kind={kind} />

function OpenDraft({ opened, latest, userId, isSignedOut }: Opened<Draft>) {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const showDraft = (draft: Draft) => {
    queries.setQueryData(draftQuery(draft.id).queryKey, () => ({ draft }))
    void refreshDrafts(queries, userId)
  }
  const session = useLayout(opened, { userId, onSaved: showDraft })
  const saved = useMemo(() => latest && savedDraftText(latest), [latest])
  const draft = latest ?? opened
  const title = titleOfDraft(i18n, draft.content.title)
  return (
    <OpenSession kind={kind} session={session} saved={saved} title={title} isSignedOut={isSignedOut}>
      {(ready) => <DraftTable session={ready} userId={userId} draft={draft} onDraft={showDraft} />}
    </OpenSession>
  )
}
