import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider as AppRouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import type { AppRouter } from './routes.ts';

export function App({ router }: { readonly router: AppRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AppRouterProvider router={router} />
    </QueryClientProvider>
  );
}
