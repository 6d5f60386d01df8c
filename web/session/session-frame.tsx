import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useViewer, viewerQuery } from '#web/accounts/viewer.ts'
import { isUnsaved } from '#web/offline/offline-workspace.ts'
import { PageHead } from '#web/page-data/page-head.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { type EditorSession, now } from './editor-session.ts'
import css from './session.module.css'
import type { Saved } from './text-rules.ts'
import { OfflineCopyContext, useOfflineCopy } from './use-offline-copy.ts'

/** A private page that saves automatically. The server renders it empty, and the browser loads its content. */
export type SessionPageKind<Response, Item> = {
  query: (id: string) => UseQueryOptions<Response | null, Error, Response | null, [path: string]>
  itemOf: (response: Response) => Item
  Opened: (opened: Opened<Item>) => ReactNode
  Missing: (params: { id: string; userId: string }) => ReactNode
  noun: MessageDescriptor
  description: MessageDescriptor
  path: string
  loading: MessageDescriptor
  errorTitle: MessageDescriptor
  offlineTitle: { unsaved: MessageDescriptor; missing: MessageDescriptor }
  signIn: { title: MessageDescriptor; message: MessageDescriptor }
}

export type Opened<Item> = {
  opened: Item
  latest: Item | null | undefined
  userId: string
  isSignedOut: boolean
}

type PageProps<Response, Item> = { kind: SessionPageKind<Response, Item> }

export function SessionPage<Response, Item>({ kind }: PageProps<Response, Item>) {
  const { id = '' } = useParams()
  const viewer = useViewer()
  const member = useLastMember(viewer)
  if (viewer === undefined) return <Loading kind={kind} />
  if (!member) return <SignInFirst kind={kind} />
  return <PageById key={`${member.id} ${id}`} kind={kind} id={id} userId={member.id} isSignedOut={viewer === null} />
}

/** The viewer, or the last member if their session ended while the page was open. */
function useLastMember(viewer: Viewer | null | undefined) {
  const [member, setMember] = useState(viewer)
  if (viewer && viewer.id !== member?.id) setMember(viewer)
  return viewer ?? member
}

type ByIdProps<Response, Item> = PageProps<Response, Item> & {
  id: string
  userId: string
  isSignedOut: boolean
}

function PageById<Response, Item>({ kind, id, userId, isSignedOut }: ByIdProps<Response, Item>) {
  const { t } = useLingui()
  const read = useQuery({
    ...kind.query(id),
    // An edit based on an outdated response would conflict.
    refetchOnMount: 'always',
    networkMode: 'always',
  })
  const [opened, setOpened] = useState<Item>()
  const item = read.data && kind.itemOf(read.data)
  const [path] = kind.query(id).queryKey
  const copy = useOfflineCopy<Response>({ userId, path, isSignedOut }, read)
  const loaded = read.isFetchedAfterMount && item ? item : copy && kind.itemOf(copy)
  if (!opened && loaded) setOpened(loaded)
  if (opened)
    return (
      <OfflineCopyContext value={read.data === undefined}>
        <kind.Opened opened={opened} userId={userId} isSignedOut={isSignedOut} latest={item} />
      </OfflineCopyContext>
    )
  if (isSignedOut) return <SignInFirst kind={kind} />
  if (read.data === null) return <kind.Missing id={id} userId={userId} />
  if (!read.isError || copy === undefined) return <Loading kind={kind} />
  return (
    <main id="main" className="wrap">
      <SessionHead kind={kind} />
      <h1 className="sr">{t(kind.noun)}</h1>
      <LoadFailure
        title={t(
          navigator.onLine ? kind.errorTitle : kind.offlineTitle[isUnsaved(userId, path) ? 'unsaved' : 'missing'],
        )}
        onRetry={() => void read.refetch()}
      />
    </main>
  )
}

type OpenProps<Text> = {
  kind: KindTexts
  session: EditorSession<Text> | undefined
  saved: Saved<Text> | null | undefined
  title: string
  isSignedOut: boolean
  children: (session: EditorSession<Text>) => ReactNode
}

export function OpenSession<Text>({ session, ...props }: OpenProps<Text>) {
  return session ? <LiveSession {...props} session={session} /> : <Loading kind={props.kind} />
}

type LiveProps<Text> = OpenProps<Text> & { session: EditorSession<Text> }

/** After sign-out, only unsaved text stays visible. */
function LiveSession<Text>(props: LiveProps<Text>) {
  const { kind, session, saved, title, isSignedOut, children } = props
  useSavedElsewhere(session, saved)
  useSignedIn(session, isSignedOut)
  const isDirty = useSyncExternalStore(session.subscribe, session.isDirty)
  if (isSignedOut && !isDirty) return <SignInFirst kind={kind} />
  return (
    <>
      <SessionHead kind={kind} title={title} />
      {children(session)}
    </>
  )
}

function useSavedElsewhere<Text>(session: EditorSession<Text>, saved: Saved<Text> | null | undefined) {
  useEffect(() => {
    if (saved) session.dispatch({ type: 'savedElsewhere', saved, at: now() })
    else if (saved === null) session.dispatch({ type: 'deletedElsewhere', at: now() })
  }, [session, saved])
}

/** Every response counts, even an unchanged one, because it may come from a new session. */
function useSignedIn<Text>(session: EditorSession<Text>, isSignedOut: boolean) {
  const { dataUpdatedAt } = useQuery(viewerQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every viewer response, even an unchanged one
  useEffect(() => {
    session.dispatch(isSignedOut ? { type: 'signedOut' } : { type: 'signedIn', at: now() })
  }, [session, isSignedOut, dataUpdatedAt])
}

type KindTexts = Pick<SessionPageKind<never, never>, 'noun' | 'description' | 'path' | 'loading' | 'signIn'>

export function SessionHead({ kind, title }: { kind: KindTexts; title?: string }) {
  const { t } = useLingui()
  const name = title ?? t(kind.noun)
  return <PageHead title={`${name} · Foldout`} description={t(kind.description)} path={kind.path} hidden />
}

function Loading({ kind }: { kind: KindTexts }) {
  const { t } = useLingui()
  return (
    <main id="main" className="wrap">
      <SessionHead kind={kind} />
      <p className={css.loading} role="status">
        {t(kind.loading)}
      </p>
    </main>
  )
}

function SignInFirst({ kind: { signIn } }: { kind: KindTexts }) {
  const { t } = useLingui()
  const title = t(signIn.title)
  return <MembersOnly title={title} pageTitle={`${title} · Foldout`} message={t(signIn.message)} />
}
