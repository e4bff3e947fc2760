import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listInterests } from '#contract/interests.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { resolutionTitles, signatureTitles } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { textParams } from '#web/search-params.ts';
import { onBoard } from './frames.tsx';

const actions = createRoute({
  getParentRoute: () => onBoard,
  path: '/actions',
  staticData: { title: actionLabels.title },
  validateSearch: (search) => textParams(search, 'show', 'whose', 'body', 'item'),
  component: lazyRouteComponent(() => import('#web/features/deciding/action-items/actions-page.tsx'), 'ActionsPage'),
});

const resolutions = createRoute({
  getParentRoute: () => onBoard,
  path: '/resolutions',
  staticData: { title: resolutionTitles.list },
  validateSearch: (search) => textParams(search, 'year', 'body', 'result', 'find'),
  component: lazyRouteComponent(() => import('#web/features/deciding/motions/resolutions-page.tsx'), 'ResolutionsPage'),
});

const resolutionCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/resolutions/create',
  staticData: { title: resolutionTitles.create },
  component: lazyRouteComponent(
    () => import('#web/features/deciding/motions/resolution-create-page.tsx'),
    'ResolutionCreatePage',
  ),
});

const resolution = createRoute({
  getParentRoute: () => onBoard,
  path: '/resolutions/$id',
  staticData: { title: 'Resolution' },
  component: lazyRouteComponent(() => import('#web/features/deciding/motions/resolution-page.tsx'), 'ResolutionPage'),
});

const interests = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/interests',
  staticData: { area: 'people', title: 'Interests' },
  validateSearch: (search) => textParams(search, 'ended'),
  loader: () => prefetch(queryFor(listInterests)),
  component: lazyRouteComponent(() => import('#web/features/deciding/interests/interests-page.tsx'), 'InterestsPage'),
});

const sign = createRoute({
  getParentRoute: () => onBoard,
  path: '/sign/$id',
  staticData: { title: signatureTitles.sign },
  validateSearch: (search) => textParams(search, 'confirmed', 'provider'),
  component: lazyRouteComponent(() => import('#web/features/deciding/signatures/sign-page.tsx'), 'SignPage'),
});

const signatures = createRoute({
  getParentRoute: () => onBoard,
  path: '/signatures/$kind/$id',
  staticData: { title: signatureTitles.list },
  component: lazyRouteComponent(
    () => import('#web/features/deciding/signatures/signatures-page.tsx'),
    'SignaturesPage',
  ),
});

export const decidingScreens = [
  actions,
  resolutions,
  resolutionCreate,
  resolution,
  interests,
  sign,
  signatures,
] as const;
