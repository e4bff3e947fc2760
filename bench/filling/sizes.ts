/** What a board of an ordinary organisation holds; every board is alike but the first, so that only their number differs between scales. */
export const perBoard = {
  members: 25,
  groups: 5,
  meetings: 50,
  itemsPerMeeting: 6,
  /** On each item one, and now and then one on the meeting itself. */
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

/** The first board has more papers than any, each of them read. */
export const largeBoard = {
  papersOnItems: 3_000,
  papersInLibrary: 7_000,
  papersInOneFolder: 5_000,
  pagesPerPaper: 3,
} as const;

/** Of an ordinary board's papers, every fifth has its words read, one page. */
export const readPaperEvery = 5;
export const wordsPerPage = 100;

/** Files that are really there; every other paper is a row without bytes. */
export const files = { downloads: 40, downloadBytes: 10_000_000, large: 20, largeBytes: 100_000_000 } as const;

export const boardsOfScale = (scale: number): number => Math.ceil(200 * scale);

/** The session of the user with that number, which the data holds. */
export const sessionToken = (user: number): string => `bench-session-of-user-${user}`;
