/** What a live event may be about. */
export const liveNouns = [
  'board',
  'meeting',
  'people',
  'document',
  'group',
  'library',
  'announcement',
  'board-book',
] as const;
