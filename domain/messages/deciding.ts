export const decidingMessages = {
  moreThanAll: 'This fraction cannot be more than 1.',
  seatsBelowVoters: (voters: number): string =>
    `${voters} members vote in this body. Enter at least that many seats, or reduce the number of voting members.`,
  votersBeyondSeats: (seats: number): string =>
    `This body has ${seats} seats, and all of them are taken. Increase the number of seats first.`,
  votersMax: (most: number): string => `A body can have at most ${most} voting members.`,
  noOfficer: 'Choose a member of the board.',
} as const;

export const actionMessages = {
  notYet: 'Somebody else may have changed this. Reload the page and try again.',
  laterDay: 'Choose a later day.',
  notAnOwner: 'Choose somebody who can see this action item.',
  doesNotFollow: 'This is no longer possible because somebody else has made a change in the meantime. Reload the page.',
  isOver: 'This action item is closed. Reopen it first.',
  notesFull: 'The notes have reached their maximum length.',
} as const;

export const actionLabels = {
  title: 'Actions',
  items: 'Action items',
  ofItem: (number: string): string => `Action items for item ${number}`,
  create: 'New action item',
  everybodys: 'All',
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
  doneLately: 'Recently done',
  nothing: 'No action items.',
  nothingText: 'Action items assigned to members in meetings are listed here by due date.',
  hasLeft: 'No longer on the board',
  notUpToDate: 'Not up to date.',
  daysLate: (days: number): string => (days === 1 ? '1 day overdue' : `${days} days overdue`),
} as const;
