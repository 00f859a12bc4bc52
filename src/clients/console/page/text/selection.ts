import type { TextRange } from './ranges.ts'

/** What is selected inside of `host`, by the offsets of its pieces (`data-start`); undefined when nothing is. */
export function getSelectedRange(host: Element): TextRange | undefined {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const start = findOffset(host, range.startContainer, range.startOffset)
  const end = findOffset(host, range.endContainer, range.endOffset)
  return start === undefined || end === undefined || start >= end ? undefined : { start, end }
}

function findOffset(host: Element, node: Node, offset: number): number | undefined {
  const piece = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]')
  if (piece == null || !host.contains(piece)) return undefined
  const before = document.createRange()
  before.setStart(piece, 0)
  before.setEnd(node, offset)
  return Number(piece.dataset.start) + before.toString().length
}
