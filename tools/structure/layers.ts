/** A module may import the modules after it, in its own layer and below (docs/architecture.md). */
export const layers = [
  {
    name: 'views',
    modules: [
      'start',
      'dashboard',
      'help',
      'waiting',
      'search',
      'calendar',
      'magic',
      'briefs',
      'reports',
      'audit-log',
      'board-book',
      'site',
      'support',
    ],
  },
  {
    name: 'deciding',
    modules: ['signatures', 'meeting-minutes', 'action-items', 'motions', 'room', 'interests', 'deciding'],
  },
  { name: 'homes', modules: ['paper-requests', 'meetings', 'announcements', 'library'] },
  { name: 'papers', modules: ['reading', 'kept-papers', 'revisions', 'annotations', 'documents', 'polls'] },
  {
    name: 'access',
    modules: [
      'signing',
      'account',
      'recovery',
      'first-start',
      'passkeys',
      'providers',
      'two-factor',
      'invitations',
      'session',
      'devices',
      'signing-confirmations',
    ],
  },
  { name: 'members', modules: ['audience', 'groups', 'people', 'profile', 'pictures'] },
  {
    name: 'core',
    modules: ['notices', 'mail', 'secret-addresses', 'boards', 'events', 'uploads', 'drafts', 'terms', 'audit'],
  },
] as const;
