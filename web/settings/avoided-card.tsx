import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useList } from '#web/api/queries.ts'
import { avoid, showing, unblocking } from '#web/blocks/avoiding.ts'
import { blockedCreatorsQuery, unwantedZinesQuery } from '#web/blocks/block-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted } from '#web/ui/number.ts'
import { ListEnd, type ListEndProps } from '#web/ui/states/list-end.tsx'
import css from './setting.module.css'
import { Setting, Unread } from './setting.tsx'

type OwnProps = { userId: string }

export const AvoidedCard = ({ userId }: OwnProps) => (
  <Setting title="Blocked and Hidden" hint="Hidden from your lists. No one is notified.">
    <BlockedCreators userId={userId} />
    <UnwantedZines userId={userId} />
  </Setting>
)

function BlockedCreators({ userId }: OwnProps) {
  const queries = useQueryClient()
  const list = useList(blockedCreatorsQuery(userId))
  const creators = list.data?.pages.flatMap((page) => page.creators)
  return (
    <Rows list={list} count={creators?.length} noun="blocked creator" none="No blocked creators.">
      {creators?.map((creator) => (
        <Row
          key={creator.id}
          name={creator.username}
          to={`/profile/${creator.id}`}
          what="Blocked creator"
          act="Unblock"
          onAct={() => avoid(queries, unblocking(userId, creator))}
        />
      ))}
    </Rows>
  )
}

function UnwantedZines({ userId }: OwnProps) {
  const queries = useQueryClient()
  const list = useList(unwantedZinesQuery(userId))
  const zines = list.data?.pages.flatMap((page) => page.zines)
  return (
    <Rows list={list} count={zines?.length} noun="hidden zine" none="No hidden zines.">
      {zines?.map((zine) => (
        <Row
          key={zine.id}
          name={zine.title}
          to={`/zine/${zine.id}`}
          what={`Hidden zine by ${zine.creator.username}`}
          act="Show Again"
          onAct={() => avoid(queries, showing(userId, zine))}
        />
      ))}
    </Rows>
  )
}

type RowProps = { name: string; to: string; what: string; act: string; onAct: () => void }

const Row = ({ name, to, what, act, onAct }: RowProps) => (
  <li>
    <div>
      <b>
        <Link to={to}>{name}</Link>
      </b>
      <p className="meta">{what}</p>
    </div>
    <Button look="second" size="small" onClick={onAct}>
      {act}
      <span className="sr"> {name}</span>
    </Button>
  </li>
)

type RowsProps = {
  list: ListEndProps['list'] & { isError: boolean; refetch: () => unknown }
  count: number | undefined
  noun: string
  none: string
  children: ReactNode
}

function Rows({ list, count, noun, none, children }: RowsProps) {
  if (count === undefined)
    return <Unread what={`your ${noun}s`} hasFailed={list.isError} retry={list.refetch} />
  if (count === 0) return <p>{none}</p>
  return (
    <>
      <ul className={css.rows}>{children}</ul>
      <ListEnd list={list} soFar={`${counted(count, noun)} so far`} />
    </>
  )
}
