import { defineArea } from '#plugins/handler.ts'
import { listInterviewBoundaries } from './listInterviewBoundaries.ts'
import { listInterviewHistory } from './listInterviewHistory.ts'
import { previewInterviewBoundary } from './previewInterviewBoundary.ts'
import { readInterviewMemory } from './readInterviewMemory.ts'
import { retractInterviewBoundary } from './retractInterviewBoundary.ts'
import { saveInterviewBoundary } from './saveInterviewBoundary.ts'

export default defineArea('memory', {
  readInterviewMemory,
  listInterviewBoundaries,
  previewInterviewBoundary,
  saveInterviewBoundary,
  retractInterviewBoundary,
  listInterviewHistory,
})
