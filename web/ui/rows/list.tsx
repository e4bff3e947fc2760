import type { ReactNode } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { Pager, type PagerProps } from './pager.tsx';

interface ListProps {
  readonly loading?:
    | {
        readonly what: string;
        readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
      }
    | undefined;
  readonly skeleton?: ReactNode;
  readonly isEmpty?: boolean | undefined;
  readonly empty?: ReactNode;
  readonly pages?: PagerProps | undefined;
  readonly more?:
    | { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown }
    | undefined;
  readonly children: ReactNode;
}

export function List({ loading, skeleton, isEmpty = false, empty, pages, more, children }: ListProps) {
  if (loading !== undefined && loading.query.data === undefined) {
    return (
      <WhileLoading what={loading.what} query={loading.query}>
        {skeleton ?? <ListSkeleton rows={6} />}
      </WhileLoading>
    );
  }
  return (
    <>
      {isEmpty ? empty : children}
      {pages !== undefined && <Pager {...pages} />}
      {more?.hasNextPage && (
        <Cluster>
          <Button isPending={more.isFetchingNextPage} onPress={() => void more.fetchNextPage()}>
            Show more
          </Button>
        </Cluster>
      )}
    </>
  );
}
