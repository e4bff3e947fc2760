import { pagesText } from '#domain/revisions/pages-text.ts';
import { counted } from '#domain/text.ts';

export function earlierAnnotationsText(count: number): string {
  return `${count} ${count === 1 ? 'mark' : 'marks'} on the earlier version`;
}

export const revisionMessages = {
  placed: ({ cameAlong, stayed }: { readonly cameAlong: number; readonly stayed: number }): string => {
    const came = `${counted(cameAlong, 'mark')} came along.`;
    return stayed === 0 ? came : `${came} ${stayed} stayed on the earlier version.`;
  },
  changed: (date: string, pages: readonly number[]): string =>
    `Changed since you read it on ${date}: ${pagesText(pages)}`,
  unchanged: (date: string): string => `No words have changed since you read it on ${date}.`,
  most: 'Most of this paper changed.',
  pictures: 'Pictures were not compared.',
  changedPages: (pages: number): string => `Changed: ${counted(pages, 'page')}`,
  changes: (count: number): string => (count === 0 ? 'No words have changed.' : counted(count, 'change')),
  waiting: 'Comparing…',
  unread: 'The text of one of the versions is not available, so they cannot be compared.',
  failed: 'The versions could not be compared.',
  withdrawn: 'Notes on a withdrawn version',
  question: 'Let readers compare with the earlier version?',
} as const;

export const annotationMessages = {
  destroyed: 'Marks on this paper were destroyed after the minutes were approved.',
} as const;

export const annotationLabels = {
  private: 'Only you can see this',
  done: 'Done',
  otherPapers: 'Other papers for this meeting',
  noOthers: 'You have no marks on the other papers for this meeting.',
} as const;

export const annotatedCopyMessages = {
  noMarks: 'You have no marks on this document.',
  unwritable: 'Your marks cannot be added to this file. It may be protected; download the original instead.',
  titleOf: (title: string): string => `${title.replace(/\.pdf$/i, '')} (with marks)`,
} as const;

export const annotationLimitDialog = {
  title: 'Oops! Annotation file size limit reached.',
  message:
    'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
} as const;

const broughtKinds: Readonly<Record<string, string>> = {
  Highlight: 'Highlight',
  Underline: 'Underline',
  StrikeOut: 'Strike-out',
  Squiggly: 'Squiggly underline',
  FreeText: 'Text',
  Ink: 'Ink',
  Square: 'Rectangle',
  Circle: 'Ellipse',
  Line: 'Line',
  Polygon: 'Polygon',
  PolyLine: 'Lines',
  Stamp: 'Stamp',
  Caret: 'Insertion',
  FileAttachment: 'Attachment',
  Widget: 'Form field',
};

export const broughtMessages = {
  heading: 'In the document',
  replies: 'Replies',
  nobody: 'Reply',
  kindOf: ({ subtype, field }: { readonly subtype: string; readonly field?: string }): string => {
    const kind = broughtKinds[subtype] ?? 'Comment';
    return field === undefined ? kind : `${kind} ${field}`;
  },
} as const;
