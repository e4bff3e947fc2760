import { counted } from './text.ts';

/**
 * Why the pages of a paper are not in the board book.
 * - `kind`: it has no pages that could be printed
 * - `link`: it is somewhere else
 * - `waiting`: its PDF is still being made
 * - `unconverted`: no PDF could be made of it
 * - `protected`: it asks for a password
 * - `unreadable`: it is broken, or takes more memory or time than a paper may
 */
export const leftOutReasons = ['kind', 'link', 'waiting', 'unconverted', 'protected', 'unreadable'] as const;
export type LeftOut = (typeof leftOutReasons)[number];

/** Why, in words that go on after 'Not in this book'. */
export const leftOutLabels: Readonly<Record<LeftOut, string>> = {
  kind: 'files of this kind have no pages',
  link: 'a link',
  waiting: 'its pages are still being made',
  unconverted: 'no pages could be made of it',
  protected: 'it is protected by a password',
  unreadable: 'its pages cannot be read',
};

export const boardBookMessages = {
  /** Below the title of a paper without its pages. */
  notInBook: (why: LeftOut): string => `Not in this book: ${leftOutLabels[why]}`,
  failed: 'The board book could not be made. Try again, or open the papers one by one.',
  tryLater: 'The board book could not be made a moment ago. Try again in ten minutes, or open the papers one by one.',
  tooMany: (count: number): string =>
    `${counted(count, 'board book')} of yours are still being made. Ask for another once one of them is there.`,
  /** 'Board meeting (board book)' */
  titleOf: (meeting: string): string => `${meeting} (board book)`,
  markedTitleOf: (meeting: string): string => `${meeting} (board book with marks)`,
  withMarks: (name: string): string => `With the marks of ${name}`,
  asOf: (time: string): string => `As of ${time}`,
  /** '12 pages' below the title of a paper that is there. */
  pages: (count: number): string => counted(count, 'page'),
} as const;
