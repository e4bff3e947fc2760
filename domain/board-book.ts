import { counted, isolated } from './text.ts';

/** `unreadable`: damaged or too costly to convert. `signed`: a watermark would break the signature. */
export const leftOutLabels = {
  kind: 'files of this type have no pages',
  link: 'a link',
  waiting: 'its pages are still being created',
  unconverted: 'it could not be converted to pages',
  protected: 'it is protected by a password',
  form: 'it is a form that only Adobe Acrobat can show',
  unreadable: 'its pages cannot be read',
  signed: 'it is signed',
} as const;
export type LeftOutReason = keyof typeof leftOutLabels;
export const leftOutReasons = Object.keys(leftOutLabels) as readonly LeftOutReason[];

export const boardBookMessages = {
  notInBook: (why: LeftOutReason): string => `Not in this book: ${leftOutLabels[why]}`,
  failed: 'The board book could not be created. Try again, or open the papers one by one.',
  tryLater:
    'The last attempt to create the board book failed. Try again in ten minutes, or open the papers one by one.',
  tooMany: (count: number): string =>
    `${count} of your files are still being created. Wait until one of them is ready.`,
  titleOf: (meeting: string): string => `${meeting} (board book)`,
  markedTitleOf: (meeting: string): string => `${meeting} (board book with marks)`,
  withMarks: (name: string): string => `With marks by ${isolated(name)}`,
  own: 'Your own copy: an item is withheld from you, so page numbers differ from those in other copies.',
  asOf: (time: string): string => `As of ${time}`,
  pages: (count: number): string => counted(count, 'page'),
  signedOriginal: 'The paper contains a signed original',
} as const;

export const watermarkWords = (given: { readonly name: string; readonly board: string; readonly time: string }) =>
  `${isolated(given.name)} · ${isolated(given.board)} · ${given.time}`;

const unchanged = {
  signed: 'This PDF is signed. It is downloaded unchanged, without a watermark and without your marks.',
  kind: 'Files of this type cannot carry a watermark, so this one is downloaded unchanged.',
} as const;

export const isUnchanged = (why: LeftOutReason): why is keyof typeof unchanged => Object.hasOwn(unchanged, why);

export const copyMessages = {
  needed: 'Downloads from this board carry a watermark. Sign in, open the paper in the portal and choose Download.',
  about: 'Each page of your copy carries your name, the board and the time.',
  failed: 'The copy could not be created. Try again later.',
  leftOut: (why: LeftOutReason): string =>
    isUnchanged(why) ? unchanged[why] : `This paper cannot be downloaded with a watermark: ${leftOutLabels[why]}.`,
} as const;

export const meetingSheetLabels = {
  titleOf: (meeting: string): string => `Attendance, ${meeting}`,
  agendaOf: (meeting: string): string => `Agenda, ${meeting}`,
  noAgenda: 'There is no agenda yet.',
  invited: 'Invited',
  guests: 'Guests',
  columns: ['Name', 'Attendance', 'Signature'],
} as const;
