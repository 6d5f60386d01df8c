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
import type { loadTexts } from './setting-load-texts.tsx'

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
  const count = creators?.length ?? 0
  return (
    <Rows
      list={list}
      count={creators?.length}
      what="blockedCreators"
      soFar={t`${plural(count, { one: '# blocked creator so far', other: '# blocked creators so far' })}`}
      emptyText={t`No blocked creators.`}
    >
      {creators?.map((creator) => (
        <Row
          key={creator.id}
          name={creator.username}
          to={`/profile/${creator.id}`}
          description={t`Blocked creator`}
          actionLabel={
            <Trans>
              Unblock<span className="sr"> {ph({ username: creator.username })}</span>
            </Trans>
          }
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
  const count = zines?.length ?? 0
  return (
    <Rows
      list={list}
      count={zines?.length}
      what="hiddenZines"
      soFar={t`${plural(count, { one: '# hidden zine so far', other: '# hidden zines so far' })}`}
      emptyText={t`No hidden zines.`}
    >
      {zines?.map((zine) => {
        const title = <MemberText text={zine.title} language={zine.language} />
        return (
          <Row
            key={zine.id}
            name={title}
            to={`/zine/${zine.id}`}
            description={
              <Trans>
                Hidden zine by{' '}
                <bdi {...nameLanguageOf(zine.creator.username)}>{ph({ username: zine.creator.username })}</bdi>
              </Trans>
            }
            actionLabel={
              <Trans>
                Show Again<span className="sr"> {title}</span>
              </Trans>
            }
            onAction={() => runBlockWrite(queries, unhideWrite(userId, zine))}
          />
        )
      })}
    </Rows>
  )
}

type RowProps = { name: ReactNode; to: string; description: ReactNode; actionLabel: ReactNode; onAction: () => void }

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
    </Button>
  </li>
)

type RowsProps = {
  list: ListEndProps['list'] & { isError: boolean; refetch: () => unknown }
  count: number | undefined
  what: keyof typeof loadTexts
  soFar: string
  emptyText: string
  children: ReactNode
}

function Rows({ list, count, what, soFar, emptyText, children }: RowsProps) {
  if (count === undefined) return <SettingLoadState what={what} hasFailed={list.isError} retry={list.refetch} />
  if (count === 0) return <p>{emptyText}</p>
  return (
    <>
      <ul className={css.rows}>{children}</ul>
      <ListEnd list={list} soFar={soFar} />
    </>
  )
}
