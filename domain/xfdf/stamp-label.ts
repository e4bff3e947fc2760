import type { StampAnnotation } from './annotation.ts';

/** Acrobat's own stamp names begin with SB or SH. Generated names of custom stamps begin with '#'. */
const acrobatPrefix = /^S[BH](?=[A-Z])/;

export function stampLabel({ icon = '', subject = '' }: StampAnnotation): string {
  const name = icon.startsWith('#') ? '' : icon.replace(acrobatPrefix, '');
  return name || subject || 'Stamp';
}
