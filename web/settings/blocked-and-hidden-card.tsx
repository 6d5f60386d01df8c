import { ph, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameLanguageOf } from '#contract/text-language.ts'
import { useList } from '#web/api/queries.ts'
import { blockedCreatorsQuery, unwantedZinesQuery } from '#web/blocks/block-calls.ts'
import { runBlockWrite, unblockWrite, unhideWrite } from '#web/blocks/block-writes.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { ListEnd, type ListEndProps } from '#web/ui/states/list-end.tsx'
import css from './setting.module.css'
import { Setting, SettingLoadState } from './setting.tsx'

type UserProps = { userId: string }

export const BlockedAndHiddenCard = ({ userId }: UserProps) => {
  const { t } = useLingui()
  return (
    <Setting title={t`Blocked and Hidden`} hint={t`Hidden from your lists. No one is notified.`}>
      <BlockedCreators userId={userId} />
      <HiddenZines userId={userId} />
    </Setting>
  )
}

function BlockedCreators({ userId }: UserProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const list = useList(blockedCreatorsQuery(userId))
  const creators = list.data?.pages.flatMap((page) => page.creators)
  return (
    <Rows
      list={list}
      count={creators?.length}
      what={t`your blocked creators`}
      soFar={(count) => t`${plural(count, { one: '# blocked creator', other: '# blocked creators' })} so far`}
      emptyText={t`No blocked creators.`}
    >
      {creators?.map((creator) => (
        <Row
          key={creator.id}
          name={creator.username}
          to={`/profile/${creator.id}`}
          description={t`Blocked creator`}
          actionLabel={t`Unblock`}
          onAction={() => runBlockWrite(queries, unblockWrite(userId, creator))}
        />
      ))}
    </Rows>
  )
}

function HiddenZines({ userId }: UserProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const list = useList(unwantedZinesQuery(userId))
  const zines = list.data?.pages.flatMap((page) => page.zines)
  return (
    <Rows
      list={list}
      count={zines?.length}
      what={t`your hidden zines`}
      soFar={(count) => t`${plural(count, { one: '# hidden zine', other: '# hidden zines' })} so far`}
      emptyText={t`No hidden zines.`}
    >
      {zines?.map((zine) => (
        <Row
          key={zine.id}
          name={<MemberText text={zine.title} language={zine.language} />}
          to={`/zine/${zine.id}`}
          description={
            <Trans>
              Hidden zine by{' '}
              <bdi {...nameLanguageOf(zine.creator.username)}>{ph({ username: zine.creator.username })}</bdi>
            </Trans>
          }
          actionLabel={t`Show Again`}
          onAction={() => runBlockWrite(queries, unhideWrite(userId, zine))}
        />
      ))}
    </Rows>
  )
}

type RowProps = { name: ReactNode; to: string; description: ReactNode; actionLabel: string; onAction: () => void }

const Row = ({ name, to, description, actionLabel, onAction }: RowProps) => (
  <li>
    <div>
      <b>
        <Link to={to}>{name}</Link>
      </b>
      <p className="meta">{description}</p>
    </div>
    <Button look="second" size="small" onClick={onAction}>
      {actionLabel}
      <span className="sr"> {name}</span>
    </Button>
  </li>
)

type RowsProps = {
  list: ListEndProps['list'] & { isError: boolean; refetch: () => unknown }
  count: number | undefined
  what: string
  soFar: (count: number) => string
  emptyText: string
  children: ReactNode
}

function Rows({ list, count, what, soFar, emptyText, children }: RowsProps) {
  if (count === undefined) return <SettingLoadState what={what} hasFailed={list.isError} retry={list.refetch} />
  if (count === 0) return <p>{emptyText}</p>
  return (
    <>
      <ul className={css.rows}>{children}</ul>
      <ListEnd list={list} soFar={soFar(count)} />
    </>
  )
}
