/**
 * Layers of server/features and web/features with their modules, top first (docs/architecture.md). A module may import
 * the ones after it, in its own layer and below. Not every module has a folder in both trees.
 */
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
      ...['signing', 'account', 'recovery', 'first-start', 'passkeys', 'providers', 'two-factor', 'invitations'],
      ...['session', 'devices', 'signing-confirmations'],
    ],
  },
  { name: 'members', modules: ['audience', 'groups', 'people', 'profile', 'pictures'] },
  {
    name: 'core',
    modules: ['notices', 'mail', 'secret-addresses', 'boards', 'events', 'uploads', 'drafts', 'terms', 'audit'],
  },
] as const;
