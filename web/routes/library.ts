import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listAnnotatedDocuments } from '#contract/documents.ts';
import { getLibrary } from '#contract/library.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetchAnew } from '#web/api/query-client.ts';
import { textParams } from '#web/search-params.ts';
import { hasPathChanged, loadAnew } from '#web/shell/loading.ts';
import { onBoard } from './frames.tsx';

const library = createRoute({
  getParentRoute: () => onBoard,
  path: '/library',
  staticData: { name: 'Library', title: 'Library' },
  validateSearch: (search) => textParams(search, 'view'),
  shouldReload: hasPathChanged,
  loader: () => {
    loadAnew(prefetchAnew(queryFor(getLibrary)));
    loadAnew(prefetchAnew(queryFor(listAnnotatedDocuments)));
  },
  component: lazyRouteComponent(() => import('#web/features/homes/library/library-page.tsx'), 'LibraryPage'),
});

const librarySection = createRoute({
  getParentRoute: () => onBoard,
  path: '/library/section/$libcatId',
  staticData: { name: 'LibraryCategoryView', title: 'Library' },
  validateSearch: (search) => textParams(search, 'folder'),
  loaderDeps: ({ search }) => ({ folder: search.folder ?? null }),
  shouldReload: hasPathChanged,
  loader: ({ params, deps }) =>
    loadAnew(
      import('#web/features/homes/library/section-query.ts').then(
        ({ reloadSection: reloadPlace }) => reloadPlace(params.libcatId, deps.folder),
        // Ignored, because the page imports the same module and reports the failure.
        () => undefined,
      ),
    ),
  component: lazyRouteComponent(() => import('#web/features/homes/library/section-page.tsx'), 'SectionPage'),
});

export const libraryScreens = [library, librarySection] as const;
