/** What is said of a download with one's own marks. */
export const markedCopyMessages = {
  noMarks: 'You have no marks on this document.',
  unwritable: 'Marks cannot be put into this file. It may be protected; download the original instead.',
  /** 'Finance report (with marks)' */
  titleOf: (title: string): string => `${title.replace(/\.pdf$/i, '')} (with marks)`,
} as const;
