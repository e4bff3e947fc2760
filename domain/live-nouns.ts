/** Subjects of live events. */
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
  /** Who is writing in the minutes. */
  'minutes-writing',
  'ballot',
  'annotations',
] as const;
