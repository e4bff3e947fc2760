export const decidingMessages = {
  moreThanAll: 'Not more than the whole.',
  seatsBelowVoters: (voters: number): string =>
    `${voters} vote in this body. Take seats for all of them, or let fewer vote.`,
  votersBeyondSeats: (seats: number): string =>
    `This body has ${seats} seats, and they are taken. Set more seats first.`,
  votersMax: (most: number): string => `Only ${most} may vote.`,
  noOfficer: 'Choose somebody who is on the board.',
} as const;

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
