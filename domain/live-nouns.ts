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
  /** People who are writing in the minutes. */
  'minutes-writing',
  'ballot',
  'annotations',
] as const;
