export type Attributes = Record<string, string | number>

/** A part of the work that a trace shows by itself; `tell` adds what is only known at its end. */
export type Traced = <T>(
  name: string,
  attributes: Attributes,
  work: (tell: (attributes: Attributes) => void) => Promise<T>,
) => Promise<T>

type Tracing = {
  around: Traced
  /** What the lines of the log say of the trace they belong to; undefined where nothing is traced. */
  ofLine: (() => Attributes) | undefined
}

/**
 * Where tracing takes hold, and all that the service knows of it: without the import of ./register.ts nothing is
 * traced, no package of OpenTelemetry is loaded, and the work is simply done.
 */
export const tracing: Tracing = {
  around: (_name, _attributes, work) => work(() => {}),
  ofLine: undefined,
}
