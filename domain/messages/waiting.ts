export const waitingLabels = {
  what: 'What waits for you',
  nothing: 'Nothing waits for you.',
  nothingText: 'Everything asked of you on your boards is answered.',
  notUpToDate: 'Not up to date.',
  now: 'Now',
  week: 'This week',
  open: 'Open',
  since: (time: string): string => `since ${time}`,
  interests: 'Confirm your entries in the register of interests',
  inaccessible: {
    suspended: 'Suspended.',
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
