/** Words of the specification, section 5. */
export const limitTitle = 'Oops! Annotation file size limit reached.';
export const limitText =
  'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.';
