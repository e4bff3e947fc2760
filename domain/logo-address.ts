/**
 * The `srcset` of a logo: addresses containing /conversions/ have a variant of double size, whose name ends in @2x
 * (specification 9, product 5). `null` for any other address.
 */
export function logoSrcset(address: string): string | null {
  if (!address.includes('/conversions/')) return null;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const variant = path.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return `${variant}${rest} 2x`;
}
