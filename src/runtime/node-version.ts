/** The oldest Node that runs TypeScript directly. npm scripts use the pinned Node 24. */
const oldest = [22, 18] as const

export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  process.stderr.write(
    `Node ${oldest.join('.')} or newer is needed, this is ${process.version}. Start through npm: npm start\n`,
  )
  process.exit(1)
}
