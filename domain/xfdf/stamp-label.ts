import type { StampAnnotation } from './annotation.ts';

/** Names of Acrobat's own stamps begin with SB or SH. Names of custom stamps are generated and begin with '#'. */
const acrobatPrefix = /^S[BH](?=[A-Z])/;

/** The text shown for a stamp. `<appearance>` and `<imagedata>` are preserved for other programs but not rendered. */
export function stampLabel({ icon = '', subject = '' }: StampAnnotation): string {
  const name = icon.startsWith('#') ? '' : icon.replace(acrobatPrefix, '');
  return name || subject || 'Stamp';
}
