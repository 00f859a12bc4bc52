export type Attributes = Record<string, string | number>

/** Runs part of the work in its own span; `setAttributes` adds attributes known at its end. */
export type SpanRunner = <T>(
  name: string,
  attributes: Attributes,
  work: (setAttributes: (attributes: Attributes) => void) => Promise<T>,
) => Promise<T>

type Tracing = {
  runInSpan: SpanRunner
  /** Trace fields of log lines; undefined without tracing. */
  getLogFields: (() => Attributes) | undefined
}

/**
 * The service's only link to tracing: without ./register.ts no OpenTelemetry package is loaded and work runs untraced.
 */
export const tracing: Tracing = {
  runInSpan: (_name, _attributes, work) => work(() => {}),
  getLogFields: undefined,
}
