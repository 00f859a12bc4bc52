import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Props = ButtonHTMLAttributes & {
  label: string
  /** What the label leaves to the eye, for a screen reader. */
  about?: string | undefined
  kind?: 'primary' | 'quiet' | 'link'
}

/** A button by its label. */
export const Button = ({ label, about, kind, ...rest }: Props) => (
  <button type="button" class={kind} {...rest}>
    {label}
    {about !== undefined && <span class="unseen"> {about}</span>}
  </button>
)

/** A link that leaves the console, in a tab of its own. */
export const OutsideLink = ({ href, label, about = '' }: { href: string; label: string; about?: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {label}
    <span class="unseen"> {about} (opens a new tab)</span>
  </a>
)

type SearchProps = { label: string; value: string; onValue: (value: string) => void; children?: ComponentChildren }

/** A field to search with, and what stands beside it. */
export const SearchField = ({ label, value, onValue, children }: SearchProps) => (
  <div class="row screen-only">
    <label class="grow">
      <span class="unseen">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxlength={300}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
    {children}
  </div>
)
