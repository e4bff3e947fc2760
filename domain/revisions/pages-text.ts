const rangesMax = 12;

/** For example, 'page 3' or 'pages 3, 7–9'. Pages must be sorted. */
export function pagesText(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last !== undefined && page === last.to + 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  const named = ranges.slice(0, rangesMax).map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const more = ranges.slice(rangesMax).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${pages.length === 1 ? 'page' : 'pages'} ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
