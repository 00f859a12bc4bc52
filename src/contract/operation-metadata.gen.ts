// Made by `npm run generate` from the contract. Do not edit.

/** The operations of each area: an area mounts exactly these. */
export type Areas = {
  health: 'checkHealth'
  research: 'runResearchScheduler' | 'advanceResearch' | 'refreshArtistResearch' | 'readResearchStatus'
  questions: 'requestQuestionResearch' | 'readQuestionResearch'
  discoveries: 'listDiscoveries' | 'reviewDiscovery'
  evidence: 'readResearchEvidence' | 'relocateReference'
  onboarding: 'takeOnboardingTurn' | 'readOnboardingState'
  knowledge: 'readArtistBrief' | 'listArtistSources' | 'searchArtistEvidence' | 'readArtistSource' | 'recoverSourceText'
  lore: 'readArtistLore' | 'listArtistLoreVersions' | 'publishLore' | 'listCorrections' | 'correctLore' | 'previewCorrection' | 'retractCorrection'
  memory: 'listInterviewHistory' | 'readInterviewMemory' | 'listInterviewBoundaries' | 'saveInterviewBoundary' | 'previewInterviewBoundary' | 'retractInterviewBoundary'
  sessions: 'restoreInterview' | 'startInterviewSitting' | 'offerInterviewQuestion' | 'saveInterviewAnswer' | 'finishInterviewSitting'
  responses: 'listInterviewResponses' | 'readInterviewResponse' | 'reviseInterviewResponse' | 'listInterviewResponseVersions'
  artists: 'listMyArtists'
}

/** Query parameters that are always there once read, because the contract gives them a default. */
export type Defaulted = {
  checkHealth: never
  runResearchScheduler: never
  advanceResearch: never
  refreshArtistResearch: never
  readResearchStatus: 'limit'
  requestQuestionResearch: never
  readQuestionResearch: never
  listDiscoveries: 'limit'
  reviewDiscovery: never
  readResearchEvidence: 'start' | 'maxChars'
  relocateReference: never
  takeOnboardingTurn: never
  readOnboardingState: never
  readArtistBrief: never
  listArtistSources: 'limit'
  searchArtistEvidence: 'limit' | 'maxChars'
  readArtistSource: 'start' | 'maxChars' | 'includeVersion'
  recoverSourceText: never
  readArtistLore: never
  listArtistLoreVersions: 'limit'
  publishLore: never
  listCorrections: 'limit'
  correctLore: never
  previewCorrection: never
  retractCorrection: never
  listInterviewHistory: 'limit' | 'maxChars' | 'kind'
  readInterviewMemory: 'maxChars'
  listInterviewBoundaries: never
  saveInterviewBoundary: never
  previewInterviewBoundary: never
  retractInterviewBoundary: never
  restoreInterview: never
  startInterviewSitting: never
  offerInterviewQuestion: never
  saveInterviewAnswer: never
  finishInterviewSitting: never
  listInterviewResponses: 'limit'
  readInterviewResponse: never
  reviseInterviewResponse: never
  listInterviewResponseVersions: 'limit'
  listMyArtists: 'limit'
}

/** The kinds of caller that each operation admits. */
export type CallerKinds = {
  checkHealth: 'anonymous'
  runResearchScheduler: 'scheduler' | 'anonymous'
  advanceResearch: 'anonymous'
  refreshArtistResearch: 'user'
  readResearchStatus: 'user'
  requestQuestionResearch: 'user' | 'research_key'
  readQuestionResearch: 'user' | 'research_key'
  listDiscoveries: 'user'
  reviewDiscovery: 'user'
  readResearchEvidence: 'user' | 'research_key'
  relocateReference: 'user'
  takeOnboardingTurn: 'user'
  readOnboardingState: 'anonymous'
  readArtistBrief: 'user'
  listArtistSources: 'user'
  searchArtistEvidence: 'user'
  readArtistSource: 'user'
  recoverSourceText: 'user'
  readArtistLore: 'user'
  listArtistLoreVersions: 'user'
  publishLore: 'user'
  listCorrections: 'user'
  correctLore: 'user'
  previewCorrection: 'user'
  retractCorrection: 'user'
  listInterviewHistory: 'user'
  readInterviewMemory: 'user'
  listInterviewBoundaries: 'user'
  saveInterviewBoundary: 'user'
  previewInterviewBoundary: 'user'
  retractInterviewBoundary: 'user'
  restoreInterview: 'user'
  startInterviewSitting: 'user'
  offerInterviewQuestion: 'user'
  saveInterviewAnswer: 'user'
  finishInterviewSitting: 'user'
  listInterviewResponses: 'user'
  readInterviewResponse: 'user'
  reviseInterviewResponse: 'user'
  listInterviewResponseVersions: 'user'
  listMyArtists: 'user'
}
