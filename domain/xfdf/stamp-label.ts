import type { StampAnnotation } from './annotation.ts';

/** Names of Acrobat's own stamps begin with SB or SH, and those of custom ones are generated, with a "#" in front. */
const acrobatPrefix = /^S[BH](?=[A-Z])/;

/** What a stamp reads as: `<appearance>` and `<imagedata>` are kept for other programs, not drawn. */
export function stampLabel({ icon = '', subject = '' }: StampAnnotation): string {
  const name = icon.startsWith('#') ? '' : icon.replace(acrobatPrefix, '');
  return name || subject || 'Stamp';
}
