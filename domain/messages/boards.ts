export const shortnameMessages = {
  format: 'Use 1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.',
  reserved: 'This short name is reserved.',
  taken: 'Another board uses this short name or has used it before.',
} as const;

export const boardMessages = {
  changedMeanwhile:
    'Somebody else has changed the setup since you opened it. Nothing was saved. Reload the page to see the changes.',
  logoTooSmall: (pixels: number): string => `A logo needs at least ${pixels} pixels on its longer side.`,
} as const;

export const setupMessages = {
  linkSpent: 'This setup link has been used or has expired. Restart the server to get a new one.',
  timeZoneUnknown: 'Unknown time zone',
} as const;

export const mailMessages = {
  notRepeatable:
    'This message cannot be sent again. It may already have been sent. To send an invitation again, go to People.',
} as const;

export const siteMessages = {
  lastSiteAdmin: 'There must always be a site admin. Make somebody else a site admin first.',
  notYourself: 'Another site admin has to do this for you.',
  hasAdmin: 'This board has an active admin, who can invite everybody else.',
  inactive: 'This person is inactive on the board. Choose somebody else.',
  disabled: 'This account is disabled. Enable it first, or choose somebody else.',
} as const;
