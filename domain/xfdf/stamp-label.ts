import type { StampAnnotation } from './annotation.ts';

/** Names of Acrobat's own stamps begin with SB or SH. Generated names of custom stamps begin with '#'. */
const acrobatPrefix = /^S[BH](?=[A-Z])/;

/** Returns the text to show for a stamp. `<appearance>` and `<imagedata>` are kept for other programs but not drawn. */
export function stampLabel({ icon = '', subject = '' }: StampAnnotation): string {
  const name = icon.startsWith('#') ? '' : icon.replace(acrobatPrefix, '');
  return name || subject || 'Stamp';
}
