/** '3 marks on the earlier version' (product.md, section 4). */
export function earlierAnnotationsText(count: number): string {
  return `${count} ${count === 1 ? 'mark' : 'marks'} on the earlier version`;
}

/** What is said of a download with one's own marks. */
export const annotatedCopyMessages = {
  noMarks: 'You have no marks on this document.',
  unwritable: 'Marks cannot be put into this file. It may be protected; download the original instead.',
  /** 'Finance report (with marks)' */
  titleOf: (title: string): string => `${title.replace(/\.pdf$/i, '')} (with marks)`,
} as const;

/** Section 5, annotation rule. */
export const annotationLimitDialog = {
  title: 'Oops! Annotation file size limit reached.',
  message:
    'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
} as const;
