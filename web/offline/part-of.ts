/** The part of a kept file that a range of bytes names, as players of videos ask for; the whole where it names none. */
export async function partOf(whole: Response, range: string | null): Promise<Response> {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!from && !to) return whole
  const file = await whole.blob()
  const start = from ? Number(from) : Math.max(file.size - Number(to), 0)
  const end = from && to ? Math.min(Number(to), file.size - 1) : file.size - 1
  if (start > end)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  const headers = {
    'content-type': whole.headers.get('content-type') ?? '',
    'content-range': `bytes ${start}-${end}/${file.size}`,
    'accept-ranges': 'bytes',
  }
  return new Response(file.slice(start, end + 1), { status: 206, headers })
}
