/** What an `<img>` of a logo needs. */
export interface LogoSource {
  readonly src: string;
  readonly srcSet?: string;
}

/** Converted logos come in two densities: `logo.png` and `logo@2x.png` (specification section 9). */
export function logoSource(url: string): LogoSource {
  if (!url.includes('/conversions/')) return { src: url };
  const [, path = url, query = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const dot = path.lastIndexOf('.');
  const atDouble = dot > path.lastIndexOf('/') ? `${path.slice(0, dot)}@2x${path.slice(dot)}` : `${path}@2x`;
  return { src: url, srcSet: `${atDouble}${query} 2x` };
}
