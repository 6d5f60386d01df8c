/** Whether an address answers with 200 within a second. */
export async function answersWell(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) })
  await answer.body?.cancel()
  return answer.status === 200
}
