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
  conflict: 'Somebody else has changed this draft meanwhile. Save again to put your words in place of theirs:',
  chooseVoter: 'Choose a voting member of this body.',
  anew: (title: string): string => `‘${title}’ is circulated anew: ballots sent before do not count any more.`,
  beginsAnew: (titles: readonly string[]): string =>
    `In circulation: ${titles.map((title) => `‘${title}’`).join(', ')}. Where others vote after this change, it is circulated anew, or withdrawn without a quorum: ballots sent before do not count any more.`,
  outdated: 'This is circulated anew. Your ballot does not count any more: send it again.',
  tooMany: (most: number): string => `A board can have ${most} written resolutions that are not decided.`,
  documentStays: 'A paper stays with its resolution.',
  votersChanged: 'Who votes has changed, and there would be no quorum any more.',
} as const;

export const resolutionLabels = {
  inCirculation: 'In circulation',
  drafts: 'Drafts',
  nothing: 'No resolutions yet.',
  nothingText: 'Motions that were voted on in a meeting and written resolutions are listed here.',
  notFound: 'Nothing matches.',
  notFoundText: 'Try other words, another year, all bodies or all results.',
  words: 'Words in a resolution',
  allBodies: 'All bodies',
  allResults: 'All results',
  results: { decided: 'Carried and passed', void: 'Void', undecided: 'Not carried, not passed or withdrawn' },
  registerFile: 'Register, PDF',
  written: 'Written resolution',
  wholeBoard: 'Whole board',
  notUpToDate: 'Not up to date.',
  askForMeeting: 'Ask for a meeting',
  askingEnds: 'That ends the circulation; the desk puts the motion on the next agenda.',
  states: {
    carried: 'Carried',
    'not-carried': 'Not carried',
    void: 'Void',
    draft: 'Draft',
    circulating: 'In circulation',
    passed: 'Passed in writing',
    'not-passed': 'Not passed',
    withdrawn: 'Withdrawn',
    'to-meeting': 'To a meeting',
  },
} as const;

/** In its PDF, which the server makes. */
export const registerFileLabels = {
  inYear: 'In the year',
  ofYear: (year: number): string => `Resolutions of ${year}`,
  withWords: (words: string): string => `with ‘${words}’`,
  latestAlone: (most: number): string => `The latest ${most} alone.`,
  asSeen: (name: string, at: string): string => `As ${name} sees it, ${at}. Others may see more or less.`,
} as const;
