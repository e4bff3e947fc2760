import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  BookOpen,
  CalendarDays,
  CalendarSearch,
  CircleQuestionMark,
  Eraser,
  Gavel,
  ListTodo,
  Lock,
  PenLine,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getWaiting, type InaccessibleBoard, type WaitingBoard, type WaitingItem } from '#contract/waiting.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { waitingLabels } from '#domain/messages/waiting.ts';
import { queryFor } from '#web/api/queries.ts';
import { readersTimeZone, useStart } from '#web/api/start.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './waiting.module.css';
import {
  actText,
  addressOf,
  countText,
  inaccessibleText,
  sectionsOf,
  sectionTitles,
  titleText,
  whenText,
  zoneUnnamed,
} from './waiting-labels.ts';

type Waiting = AnswerOf<typeof getWaiting>;

const answeredSeats = [7, 8, 9, 10, 11, 12, 13, 14, 15];

export function WaitingPage() {
  const query = useQuery({ ...queryFor(getWaiting), staleTime: 0, meta: { quiet: true } });
  const { data } = query;
  return (
    <Page>
      <PageHead
        title={shellLabels.waiting}
        note={data && data.items.length > 0 && countText(data.items.length, data.boards.length)}
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

const icons: Readonly<Record<WaitingItem['kind'], IconType>> = {
  vote: Gavel,
  reply: CalendarDays,
  dates: CalendarSearch,
  poll: CircleQuestionMark,
  'action-item': ListTodo,
  resolution: ScrollText,
  minutes: ScrollText,
  notes: Eraser,
  signature: PenLine,
  interests: ShieldCheck,
  papers: BookOpen,
};

interface WaitingRowProps {
  readonly item: WaitingItem;
  readonly board: WaitingBoard;
  readonly unnamedZone: string | null;
}

function WaitingRow({ item, board, unnamedZone }: WaitingRowProps) {
  const { current_board_id: currentBoardId } = useStart();
  const { day, note } = whenText(item, board, unnamedZone);
  const title = titleText(item);
  const act = actText[item.kind];
  return (
    <div className={styles.wait}>
      <p className={styles.when}>
        <strong>{item.due_on === null ? day : <time dateTime={item.at ?? item.due_on}>{day}</time>}</strong>{' '}
        {note !== '' && <span className="meta">{note}</span>}
      </p>
      <Icon of={icons[item.kind]} />
      <div className={styles.main}>
        <p className={clsx(styles.title, item.kind === 'vote' && styles.motion)}>{title}</p>
        <p className={styles.board}>
          <BoardMark size="xs" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />
          {board.title}
        </p>
      </div>
      <div className={styles.act}>
        <LinkButton
          variant={item.kind === 'vote' || item.kind === 'resolution' ? 'primary' : undefined}
          href={addressOf(item, board, currentBoardId)}
          aria-label={`${act}: ${title}, ${board.title}`}
          block
        >
          {act}
        </LinkButton>
      </div>
    </div>
  );
}

function InaccessibleBoardRow({ board }: { readonly board: InaccessibleBoard }) {
  return (
    <div className={clsx(styles.wait, styles.inaccessible)}>
      <p className={styles.when}>
        <strong>–</strong>
      </p>
      <Icon of={Lock} />
      <div className={styles.main}>
        <p className={styles.title}>{board.title}</p>
        <p className={styles.board}>{inaccessibleText(board)}</p>
      </div>
    </div>
  );
}
