/** Schema.org data for machines that read pages. A block of data is never run, so no policy has to allow it. */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json" {...inner({ '@context': 'https://schema.org', ...data })} />
)

const inner = (data: object) => ({
  dangerouslySetInnerHTML: { __html: JSON.stringify(data).replaceAll('<', '\\u003c') },
})
