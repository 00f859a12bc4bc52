/** A minimal client of the contract: real HTTP, a bearer token, and an error with the service's message. */

export class RequestRefusedError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, { code, error }: { code: string; error: string }) {
    super(`${status} ${code}: ${error}`)
    this.status = status
    this.code = code
  }
}

export function createDemoClient(base: string, token: string) {
  return async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Body
    if (!response.ok) throw new RequestRefusedError(response.status, answer as { code: string; error: string })
    return answer
  }
}

export type Client = ReturnType<typeof createDemoClient>
