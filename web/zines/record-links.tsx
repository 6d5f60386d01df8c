import { coversPage } from '#contract/covering.ts'
import type * as contract from '#contract/doors.ts'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { call } from '#web/api/call.ts'

const readRecord = call<typeof contract.readRecord>('GET', '/api/zines/:id/record')

/** Tells other software where it finds this zine: as a record for catalogues, and its pages for readers of comics. */
export function RecordLinks({ zine, publicUrl }: { zine: Zine | OpenZine; publicUrl: string }) {
  const params = { id: zine.id }
  const at = (as: (typeof contract.recordForms)[number]) =>
    publicUrl + readRecord.path({ params, query: { as } })
  return (
    <>
      <link rel="alternate" type="application/xml" title="Dublin Core" href={at('dublincore')} />
      <link rel="alternate" type="application/ld+json" title="ZineCore2" href={at('zinecore2')} />
      {!isCoveredAnywhere(zine) && (
        <link
          rel="alternate"
          type={zine.cover?.kind === 'video' ? 'application/webpub+json' : 'application/divina+json'}
          href={`${publicUrl}/opds/zines/${zine.id}.json`}
        />
      )}
    </>
  )
}

/** Nobody is asked before other software shows pages. */
const isCoveredAnywhere = (zine: Zine | OpenZine) =>
  ('pages' in zine ? zine.pages : [zine.cover]).some((page) => coversPage(zine, page))
