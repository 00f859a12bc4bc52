import type { TextRange } from './windows.ts'

/**
 * What is selected inside `host`, counted over its text; undefined when nothing is. A selection begun in it may end
 * outside: a triple click takes in the beginning of what follows.
 */
export function getSelectedRange(host: Element): TextRange | undefined {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  if (!host.contains(selection.anchorNode)) return undefined
  const range = selection.getRangeAt(0)
  const whole = document.createRange()
  whole.selectNodeContents(host)
  const before = whole.cloneRange()
  if (host.contains(range.startContainer)) before.setEnd(range.startContainer, range.startOffset)
  else before.collapse(true)
  const inside = whole.cloneRange()
  inside.setStart(before.endContainer, before.endOffset)
  if (host.contains(range.endContainer)) inside.setEnd(range.endContainer, range.endOffset)
  const start = before.toString().length
  return { start, end: start + inside.toString().length }
}

/** Pixels between a selection made by keys and the edge of its text. */
const roomPx = 12

/** Selects a window of the text of `host` and brings it into sight. */
export function selectRange(host: Element, { start, end }: TextRange): void {
  const from = findPoint(host, start)
  const to = findPoint(host, end)
  if (from === undefined || to === undefined) return
  getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
  const { top, bottom } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? host.getBoundingClientRect()
  const inside = host.getBoundingClientRect()
  // The end of what is longer than the window is left out of sight rather than its beginning.
  const down = Math.max(0, bottom - inside.bottom + roomPx)
  const room = top - inside.top - roomPx
  host.scrollTop += room < 0 ? room : Math.min(down, room)
}

/** The text node that contains an offset over the whole text, and the offset in that node. */
function findPoint(host: Element, offset: number): { node: Text; offset: number } | undefined {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  let left = offset
  let last: Text | undefined
  while (walker.nextNode()) {
    last = walker.currentNode as Text
    if (left <= last.data.length) return { node: last, offset: left }
    left -= last.data.length
  }
  return last && { node: last, offset: last.data.length }
}
