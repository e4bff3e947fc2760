import { clsx } from 'clsx';
import {
  BookOpen,
  CalendarDays,
  CalendarSearch,
  CircleQuestionMark,
  Gavel,
  ListTodo,
  Lock,
  PenLine,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';
import type { InaccessibleBoard, WaitingBoard, WaitingItem } from '#contract/waiting.ts';
import { useStart } from '#web/api/start.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import styles from './waiting.module.css';
import { actText, addressOf, inaccessibleText, titleText, whenText } from './waiting-labels.ts';

const icons: Readonly<Record<WaitingItem['kind'], IconType>> = {
  vote: Gavel,
  reply: CalendarDays,
  dates: CalendarSearch,
  poll: CircleQuestionMark,
  'action-item': ListTodo,
  resolution: ScrollText,
  minutes: ScrollText,
  signature: PenLine,
  interests: ShieldCheck,
  papers: BookOpen,
};

interface WaitingRowProps {
  readonly item: WaitingItem;
  readonly board: WaitingBoard;
  readonly unnamedZone: string | null;
}

export function WaitingRow({ item, board, unnamedZone }: WaitingRowProps) {
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

export function InaccessibleBoardRow({ board }: { readonly board: InaccessibleBoard }) {
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
