export type Attributes = Record<string, string | number>

/** Runs part of the work in its own span; `tell` adds attributes known at its end. */
export type Traced = <T>(
  name: string,
  attributes: Attributes,
  work: (tell: (attributes: Attributes) => void) => Promise<T>,
) => Promise<T>

type Tracing = {
  around: Traced
  /** Trace fields of log lines; undefined without tracing. */
  ofLine: (() => Attributes) | undefined
}

/**
 * The service's only link to tracing: without ./register.ts no OpenTelemetry package is loaded and work runs untraced.
 */
export const tracing: Tracing = {
  around: (_name, _attributes, work) => work(() => {}),
  ofLine: undefined,
}
