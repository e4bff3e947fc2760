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
  'action-item',
  'interests',
  'resolution',
  'minutes',
  /** Who is writing in them. */
  'minutes-writing',
  /** One's own, in an open vote. */
  'ballot',
  /** One's own, of a document. */
  'annotations',
] as const;
