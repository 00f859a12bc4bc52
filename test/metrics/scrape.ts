import type { FastifyInstance } from 'fastify'

/** The series of a scrape by their name and labels, as in `name{label="value"}`. */
export async function scrape(
  app: FastifyInstance,
  headers: Record<string, string> = {},
): Promise<{ text: string; series: Map<string, number> }> {
  const response = await app.inject({ url: '/metrics', headers })
  if (response.statusCode !== 200) throw new Error(`/metrics answered ${response.statusCode} ${response.payload}`)
  return { text: response.payload, series: parseSeries(response.payload) }
}

export const parseSeries = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
