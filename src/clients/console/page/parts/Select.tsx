type Props<T extends string> = {
  id: string
  label: string
  value: T
  options: Readonly<Record<T, string>>
  onValue: (value: T) => void
}

/** One of a few values, by their labels. */
export const Select = <T extends string>({ id, label, value, options, onValue }: Props<T>) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value as T)}>
      {Object.entries<string>(options).map(([one, name]) => (
        <option key={one} value={one} label={name} />
      ))}
    </select>
  </div>
)
