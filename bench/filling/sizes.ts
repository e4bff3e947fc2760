export const perBoard = {
  members: 25,
  groups: 5,
  meetings: 50,
  itemsPerMeeting: 6,
  papersOnItems: 300,
  papersOnMeetings: 10,
  announcements: 20,
  papersOnAnnouncements: 10,
  categories: 3,
  foldersPerCategory: 12,
  papersInLibrary: 132,
  papersInOneFolder: 60,
  logLines: 600,
  mails: 100,
} as const;

export const largeBoard = {
  papersOnItems: 3_000,
  papersInLibrary: 7_000,
  papersInOneFolder: 5_000,
  pagesPerPaper: 3,
} as const;

export const readPaperEvery = 5;
export const wordsPerPage = 100;

/** Files that exist in storage. All other documents are only database rows. */
export const files = { downloads: 40, downloadBytes: 10_000_000, large: 20, largeBytes: 100_000_000 } as const;

export const boardsOfScale = (scale: number): number => Math.ceil(200 * scale);

export const sessionToken = (user: number): string => `bench-session-of-user-${user}`;
