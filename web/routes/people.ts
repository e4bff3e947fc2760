import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getPerson, listPeople } from '#contract/people.ts';
import { invitationLabels } from '#domain/messages/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { currentStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { textParams } from '#web/search-params.ts';
import { boardAdmins, onBoard } from './frames.tsx';

function leadToSetup(profileSetup: string | undefined, slug?: string): void {
  const own = currentStart().user?.slug;
  if (profileSetup === undefined || !own || own === slug) return;
  throw redirect({ href: paths.memberSetup(own), replace: true });
}

const people = createRoute({
  getParentRoute: () => onBoard,
  path: '/people',
  staticData: { area: 'people', title: 'People' },
  validateSearch: (search) => textParams(search, 'find', 'group', 'status', 'view', 'profileSetup'),
  beforeLoad: ({ search }) => leadToSetup(search.profileSetup),
  loader: () => prefetch(queryFor(listPeople)),
  component: lazyRouteComponent(() => import('#web/features/members/people/people-page.tsx'), 'PeoplePage'),
});

const person = createRoute({
  getParentRoute: () => people,
  path: '/$slug',
  staticData: { area: 'people', title: 'Person' },
  loader: ({ params }) => prefetch(queryFor(getPerson, { params: { slug: params.slug } })),
  component: () => null,
});

const personCreate = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/people/create',
  staticData: { area: 'people', title: 'New Person' },
  component: lazyRouteComponent(
    () => import('#web/features/access/invitations/person-create-page.tsx'),
    'PersonCreatePage',
  ),
});

const personCreateSeveral = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/people/create/several',
  staticData: { area: 'people', title: 'New Person' },
  component: lazyRouteComponent(
    () => import('#web/features/access/invitations/invite-several-page.tsx'),
    'InviteSeveralPage',
  ),
});

const pendingInvitations = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/people/invitations',
  staticData: { area: 'people', title: 'Pending invitations' },
  component: lazyRouteComponent(
    () => import('#web/features/access/invitations/pending-invitations-page.tsx'),
    'PendingInvitationsPage',
  ),
});

const personEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/edit/$slug',
  staticData: {
    area: 'people',
    title: (search) => ('profileSetup' in search ? invitationLabels.setupTitle : 'Profile'),
  },
  validateSearch: (search) => textParams(search, 'profileSetup'),
  beforeLoad: ({ params, search }) => leadToSetup(search.profileSetup, params.slug),
  component: lazyRouteComponent(() => import('#web/features/members/profile/profile-page.tsx'), 'ProfilePage'),
});

export const peopleScreens = [people.addChildren([person]), personEdit] as const;

export const invitingScreens = [personCreate, personCreateSeveral, pendingInvitations] as const;
