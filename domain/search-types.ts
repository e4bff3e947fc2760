/** Where the global search looks (product.md, section 4; specification, section 2). */
export const searchTypes = ['everything', 'meetings', 'announcements', 'people', 'documents'] as const;
export type SearchType = (typeof searchTypes)[number];
/** What is found is one of these. */
export type FoundType = Exclude<SearchType, 'everything'>;
export const foundTypes = ['meetings', 'announcements', 'people', 'documents'] as const satisfies readonly FoundType[];
