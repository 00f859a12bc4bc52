import htm from 'htm'
import { type ComponentChildren, h, type VNode } from 'preact'

// Its types are those of a CommonJS module, where the function would be a property of what is imported.
const template = htm as unknown as typeof htm.default

/** Markup as tagged templates: a browser runs it without a build, and every value is text, never markup. */
export const html = template.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode

export type Children = { children?: ComponentChildren }
