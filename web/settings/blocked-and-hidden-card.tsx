import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameLanguageOf } from '#contract/text-language.ts'
import { useList } from '#web/api/queries.ts'
import { blockedCreatorsQuery, unwantedZinesQuery } from '#web/blocks/block-calls.ts'
import { runBlockWrite, unblockWrite, unhideWrite } from '#web/blocks/block-writes.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { formatCount } from '#web/ui/number.ts'
import { ListEnd, type ListEndProps } from '#web/ui/states/list-end.tsx'
import css from './setting.module.css'
import { Setting, SettingLoadState } from './setting.tsx'

type UserProps = { userId: string }

export const BlockedAndHiddenCard = ({ userId }: UserProps) => (
  <Setting title="Blocked and Hidden" hint="Hidden from your lists. No one is notified.">
    <BlockedCreators userId={userId} />
    <HiddenZines userId={userId} />
  </Setting>
)

function BlockedCreators({ userId }: UserProps) {
  const queries = useQueryClient()
  const list = useList(blockedCreatorsQuery(userId))
  const creators = list.data?.pages.flatMap((page) => page.creators)
  return (
    <Rows list={list} count={creators?.length} noun="blocked creator" emptyText="No blocked creators.">
      {creators?.map((creator) => (
        <Row
          key={creator.id}
          name={creator.username}
          to={`/profile/${creator.id}`}
          description="Blocked creator"
          actionLabel="Unblock"
          onAction={() => runBlockWrite(queries, unblockWrite(userId, creator))}
        />
      ))}
    </Rows>
  )
}

function HiddenZines({ userId }: UserProps) {
  const queries = useQueryClient()
  const list = useList(unwantedZinesQuery(userId))
  const zines = list.data?.pages.flatMap((page) => page.zines)
  return (
    <Rows list={list} count={zines?.length} noun="hidden zine" emptyText="No hidden zines.">
      {zines?.map((zine) => (
        <Row
          key={zine.id}
          name={<MemberText text={zine.title} language={zine.language} />}
          to={`/zine/${zine.id}`}
          description={
            <>
              Hidden zine by <bdi {...nameLanguageOf(zine.creator.username)}>{zine.creator.username}</bdi>
            </>
          }
          actionLabel="Show Again"
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
  noun: string
  emptyText: string
  children: ReactNode
}

function Rows({ list, count, noun, emptyText, children }: RowsProps) {
  if (count === undefined)
    return <SettingLoadState what={`your ${noun}s`} hasFailed={list.isError} retry={list.refetch} />
  if (count === 0) return <p>{emptyText}</p>
  return (
    <>
      <ul className={css.rows}>{children}</ul>
      <ListEnd list={list} soFar={`${formatCount(count, noun)} so far`} />
    </>
  )
}
