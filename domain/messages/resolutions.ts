import { isolated } from '#domain/text.ts';

export const resolutionMessages = {
  off: 'Written resolutions are switched off in Setup, under Deciding.',
  votersUnknown: 'The voting members have not been confirmed yet. Confirm them in Setup, under Deciding.',
  recused: 'You are recused from this item.',
  noVote: 'You cannot vote on this resolution.',
  notOpen: 'This resolution is no longer open.',
  tooLate: 'The deadline has passed. Your ballot was not counted.',
  noQuorum: (voters: number, needed: number): string =>
    `There would be no quorum: ${voters} can vote, but ${needed} are needed.`,
  circulated: 'This resolution has been circulated and cannot be changed unless you withdraw it.',
  changedMeanwhile: 'Somebody else has changed this resolution in the meantime. Here is the current version.',
  conflict: 'Somebody else has changed this draft in the meantime. Save again to replace their version with yours:',
  chooseVoter: 'Choose a voting member of this body.',
  outdated: 'This resolution was circulated again. Your ballot no longer counts, so please vote again.',
  deadlinePast: 'Choose a time in the future.',
  deadlineTooLate: 'Choose a date within the next 60 days.',
  remindedJustNow: 'Those who have not answered were reminded less than an hour ago.',
  tooMany: (most: number): string => `A board can have at most ${most} undecided written resolutions.`,
  documentStays: 'A paper cannot be moved to another resolution.',
} as const;

export const resolutionLabels = {
  inCirculation: 'In circulation',
  drafts: 'Drafts',
  nothing: 'No resolutions yet.',
  nothingText: 'Motions that were voted on in a meeting and written resolutions are listed here.',
  notFound: 'No results.',
  notFoundText: 'Try other words, another year, all bodies or all results.',
  words: 'Search resolutions',
  allBodies: 'All bodies',
  allResults: 'All results',
  results: { decided: 'Carried and passed', void: 'Void', undecided: 'Not carried, not passed or withdrawn' },
  registerFile: 'Register (PDF)',
  written: 'Written resolution',
  wholeBoard: 'Whole board',
  notUpToDate: 'Not up to date.',
  askForMeeting: 'Ask for a meeting',
  askingEnds: 'This ends the circulation. The chair or the secretary will put the motion on the next agenda.',
  states: {
    carried: 'Carried',
    'not-carried': 'Not carried',
    void: 'Void',
    draft: 'Draft',
    circulating: 'In circulation',
    passed: 'Passed in writing',
    'not-passed': 'Not passed',
    withdrawn: 'Withdrawn',
    'to-meeting': 'Moved to a meeting',
    'not-voted-on': 'Not voted on',
  },
} as const;

export const registerFileLabels = {
  inYear: 'During the year',
  ofYear: (year: number): string => `Resolutions of ${year}`,
  withWords: (words: string): string => `with “${words}”`,
  latestAlone: (most: number): string => `Only the latest ${most} entries are listed.`,
  asSeen: (name: string, at: string): string =>
    `As seen by ${isolated(name)}, ${at}. Others may see different entries.`,
} as const;
