export const waitingLabels = {
  what: 'Waiting for you',
  nothing: 'Nothing waits for you.',
  nothingText: 'You have answered everything on your boards.',
  notUpToDate: 'Not up to date.',
  now: 'Now',
  week: 'This week',
  open: 'Open',
  since: (time: string): string => `since ${time}`,
  interests: 'Confirm your entries in the register of interests',
  inaccessible: {
    suspended: 'Suspended.',
    'two-factor': 'Requires two-factor authentication.',
    provider: 'Requires sign-in with its provider.',
  },
  notShown: 'Tasks on this board are not shown.',
  every: (months: number): string => {
    if (months === 1) return 'once a month';
    return months === 12 ? 'once a year' : `every ${months} months`;
  },
  daysToRead: (days: number): string => {
    if (days === 0) return 'read today';
    return days === 1 ? '1 day to read' : `${days} days to read`;
  },
} as const;
