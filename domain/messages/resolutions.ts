export const resolutionMessages = {
  off: 'Written resolutions are switched off: Admin, Setup, Deciding.',
  votersUnknown: 'Say first who votes: Admin, Setup, Deciding.',
  recused: 'You are recused from this item.',
  noVote: 'You have no vote here.',
  notOpen: 'This resolution is no longer open.',
  tooLate: 'The deadline has passed. Your ballot was not counted.',
  noQuorum: (voters: number, needed: number): string =>
    `There would be no quorum: ${voters} may vote, ${needed} are needed.`,
  circulated: 'This has been circulated and stays as it is. Withdraw it to change it.',
  changedMeanwhile: 'Somebody else has changed this resolution meanwhile. This is how it is now.',
  chooseVoter: 'Choose a voting member of this body.',
  votersChanged: 'Who votes has changed, and there would be no quorum any more.',
} as const;

export const resolutionLabels = {
  inCirculation: 'In circulation',
  drafts: 'Drafts',
  nothing: 'No resolutions yet.',
  nothingText: 'What is carried in a meeting or passed in writing is listed here by its number.',
  notFound: 'Nothing matches.',
  notFoundText: 'Try other words, another year or all bodies.',
  words: 'Words in a resolution',
  allBodies: 'All bodies',
  wholeBoard: 'Whole board',
  notUpToDate: 'Not up to date.',
  askForMeeting: 'Ask for a meeting',
  states: {
    carried: 'Carried',
    void: 'Void',
    draft: 'Draft',
    circulating: 'In circulation',
    passed: 'Passed in writing',
    'not-passed': 'Not passed',
    withdrawn: 'Withdrawn',
    'to-meeting': 'To a meeting',
  },
} as const;
