/**
 * The layers of server/features and web/features and their modules, top first (docs/architecture.md). Each module may
 * import the ones after it, in its own layer and below. A tree need not have a folder for every module.
 */
export const storeys = [
  {
    name: 'views',
    nouns: [
      'start',
      'dashboard',
      'waiting',
      'search',
      'calendar',
      'magic',
      'reports',
      'audit-log',
      'board-book',
      'site',
      'support',
    ],
  },
  { name: 'deciding', nouns: ['meeting-minutes', 'action-items', 'motions', 'room', 'interests', 'deciding'] },
  { name: 'homes', nouns: ['meetings', 'announcements', 'library'] },
  { name: 'papers', nouns: ['reading', 'annotations', 'documents', 'polls'] },
  {
    name: 'access',
    nouns: [
      ...['account', 'recovery', 'first-start', 'passkeys', 'providers', 'two-factor', 'invitations', 'session'],
      'devices',
    ],
  },
  { name: 'members', nouns: ['audience', 'groups', 'people', 'profile', 'pictures'] },
  {
    name: 'core',
    nouns: ['notices', 'mail', 'secret-addresses', 'boards', 'events', 'uploads', 'drafts', 'terms', 'audit'],
  },
] as const;
