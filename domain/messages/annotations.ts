export function earlierAnnotationsText(count: number): string {
  return `${count} ${count === 1 ? 'mark' : 'marks'} on the earlier version`;
}

export const annotationLabels = {
  private: 'Only you see this',
  done: 'Done',
  otherPapers: 'Other papers of this meeting',
  noOthers: 'You have no marks on the other papers of this meeting.',
} as const;

export const annotatedCopyMessages = {
  noMarks: 'You have no marks on this document.',
  unwritable: 'Marks cannot be put into this file. It may be protected; download the original instead.',
  titleOf: (title: string): string => `${title.replace(/\.pdf$/i, '')} (with marks)`,
} as const;

export const annotationLimitDialog = {
  title: 'Oops! Annotation file size limit reached.',
  message:
    'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
} as const;

/** Kinds of PDF annotations (ISO 32000-1, 12.5.6). */
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
