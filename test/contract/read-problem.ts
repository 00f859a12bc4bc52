import type { Test } from 'tap'

/** The parsed error body, after checking that it has exactly the contract's three members. */
export async function readProblem(t: Pick<Test, 'same' | 'equal'>, response: Response) {
  const body = (await response.json()) as Record<string, string>
  t.same(Object.keys(body).sort(), ['code', 'error', 'status'])
  t.equal(body.status, 'error')
  return body as { code: string; error: string }
}
