import type { ReactNode } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { News } from './news.tsx';

interface WhileLoadingProps {
  readonly what: string;
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  readonly children: ReactNode;
}

export function WhileLoading({ what, query, children }: WhileLoadingProps) {
  if (query.error === null) return children;
  return (
    <Stack gap="s">
      <p className="muted">
        <News>{what} could not be loaded.</News>
      </p>
      <Cluster>
        <Button onPress={() => void query.refetch()}>Try again</Button>
      </Cluster>
    </Stack>
  );
}
