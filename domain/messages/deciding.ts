// Settings, bodies and who votes.
export const decidingMessages = {
  moreThanAll: 'Not more than the whole.',
  seatsBelowVoters: (voters: number): string =>
    `${voters} vote in this body. Take seats for all of them, or let fewer vote.`,
  votersBeyondSeats: (seats: number): string =>
    `This body has ${seats} seats, and they are taken. Set more seats first.`,
  votersMax: (most: number): string => `Only ${most} may vote.`,
  noOfficer: 'Choose somebody who is on the board.',
} as const;

// Action items.
export const actionMessages = {
  notYet: 'There is no such revision yet.',
  laterDay: 'Choose a later day.',
  notAnOwner: 'Choose somebody who sees it.',
  doesNotFollow: 'This does not follow from its present state. Somebody else has changed it meanwhile.',
  isOver: 'This action item is over. Open it again first.',
  notesFull: 'There is no room for more notes.',
} as const;

export const actionLabels = {
  title: 'Actions',
  items: 'Action items',
  ofItem: (number: string): string => `Action items of item ${number}`,
  create: 'New action item',
  everybodys: 'Everybody’s',
  mine: 'Mine',
  allBodies: 'All bodies',
  wholeBoard: 'Whole board',
  current: 'Open and recently done',
  done: 'Done',
  dropped: 'Dropped',
  exportCsv: 'Export CSV',
  overdue: 'Overdue',
  week: 'Due this week',
  later: 'Later',
  doneLately: 'Done lately',
  nothing: 'No action items.',
  nothingText: 'What a meeting gives somebody to do is listed here by its due day.',
  hasLeft: 'No longer on the board',
  notUpToDate: 'Not up to date.',
  daysLate: (days: number): string => (days === 1 ? '1 day late' : `${days} days late`),
} as const;

// What waits, over all boards.
export const waitingLabels = {
  title: 'Waiting for you',
  what: 'What waits for you',
  nothing: 'Nothing waits for you.',
  nothingText: 'Everything asked of you on your boards is answered.',
  notUpToDate: 'Not up to date.',
  now: 'Now',
  week: 'This week',
  open: 'Open',
  since: (time: string): string => `since ${time}`,
  interests: 'Confirm your entries in the register of interests',
  shut: {
    suspended: 'Suspended.',
    officers: 'Opens when two of its officers vouch for you.',
    'two-factor': 'Asks for two-factor authentication.',
    provider: 'Asks to sign in by its provider.',
  },
  notShown: 'What waits there is not shown.',
  every: (months: number): string => {
    if (months === 1) return 'once a month';
    return months === 12 ? 'once a year' : `every ${months} months`;
  },
  daysToRead: (days: number): string => {
    if (days === 0) return 'read today';
    return days === 1 ? '1 day to read' : `${days} days to read`;
  },
} as const;

// Interests.
export const interestMessages = {
  monthOrYear: 'Enter a year, or a month and a year: 2009 or 4/2024.',
  untilBeforeSince: 'This is before it began.',
  untilLater: 'Enter when it ended, or end it once it has.',
  ended: 'This interest has ended and stays as it is.',
  tooMany: (max: number): string => `A member can declare ${max} interests.`,
  gone: 'This person is no longer on the board.',
} as const;
