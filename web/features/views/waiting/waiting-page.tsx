import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getWaiting } from '#contract/waiting.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { waitingLabels } from '#domain/messages/waiting.ts';
import { queryFor } from '#web/api/queries.ts';
import { readersTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { countText, sectionsOf, sectionTitles, zoneUnnamed } from './waiting-labels.ts';
import { InaccessibleBoardRow, WaitingRow } from './waiting-row.tsx';

type Waiting = AnswerOf<typeof getWaiting>;

const answeredSeats = [7, 8, 9, 10, 11, 12, 13, 14, 15];

export function WaitingPage() {
  // Shows cached data until the fetch is complete.
  const query = useQuery({ ...queryFor(getWaiting), staleTime: 0 });
  const { data } = query;
  return (
    <Page>
      <PageHead
        title={shellLabels.waiting}
        {...(data === undefined || data.items.length === 0
          ? {}
          : { note: countText(data.items.length, data.boards.length) })}
      />
      {query.isError && data !== undefined && (
        <Notice tone="caution" actions={<Button onPress={() => void query.refetch()}>Try again</Button>}>
          {waitingLabels.notUpToDate}
        </Notice>
      )}
      <List loading={{ what: waitingLabels.what, query }} skeleton={<ListSkeleton rows={6} />}>
        {data !== undefined && (
          <Stack gap="l">
            {data.items.length === 0 && (
              <EmptyState title={waitingLabels.nothing} text={waitingLabels.nothingText} seats={answeredSeats} />
            )}
            <WaitingSections data={data} />
          </Stack>
        )}
      </List>
    </Page>
  );
}

function WaitingSections({ data: { items, boards, inaccessible } }: { readonly data: Waiting }) {
  const unnamedZone = zoneUnnamed(boards, readersTimeZone());
  const boardById = new Map(boards.map((board) => [board.id, board]));
  return sectionsOf(items, { alwaysLater: inaccessible.length > 0 }).map(({ section, items: of }) => (
    <Section
      key={section}
      title={sectionTitles[section]}
      aside={section === 'now' || of.length === 0 ? undefined : of.length}
    >
      <Rows label={sectionTitles[section]}>
        {of.map((item) => {
          const board = boardById.get(item.board_id);
          const id = item.kind === 'interests' ? item.board_id : item.id;
          return board && <WaitingRow key={`${item.kind} ${id}`} item={item} board={board} unnamedZone={unnamedZone} />;
        })}
        {section === 'later' && inaccessible.map((board) => <InaccessibleBoardRow key={board.id} board={board} />)}
      </Rows>
    </Section>
  ));
}
