import {
  type InaccessibleBoard,
  type WaitingBoard,
  type WaitingItem,
  type WaitingSection,
  waitingSections,
} from '#contract/waiting.ts';
import { daysLate } from '#domain/action-items.ts';
import { formatTimeFor, formatTimeWithZone } from '#domain/dates.ts';
import { daysBetween } from '#domain/days.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { waitingLabels } from '#domain/messages/waiting.ts';
import { counted } from '#domain/text.ts';
import { dayText, weekdayText } from '#web/features/deciding/action-items/action-labels.ts';
import { paths } from '#web/paths.ts';

export const sectionTitles: Readonly<Record<WaitingSection, string>> = {
  now: waitingLabels.now,
  overdue: actionLabels.overdue,
  week: waitingLabels.week,
  later: actionLabels.later,
};

export function sectionsOf(
  items: readonly WaitingItem[],
  { alwaysLater }: { readonly alwaysLater: boolean },
): readonly { readonly section: WaitingSection; readonly items: readonly WaitingItem[] }[] {
  const by = Map.groupBy(items, ({ section }) => section);
  return waitingSections
    .map((section) => ({ section, items: by.get(section) ?? [] }))
    .filter(({ section, items: of }) => of.length > 0 || (alwaysLater && section === 'later'));
}

export const countText = (items: number, boards: number): string =>
  `${counted(items, 'thing')} on ${counted(boards, 'board')}`;

export const inaccessibleText = ({ because }: Pick<InaccessibleBoard, 'because'>): string =>
  `${waitingLabels.inaccessible[because]} ${waitingLabels.notShown}`;

/** Returns the time zone that times do not need to name, or null if the boards are in different zones. */
export function zoneUnnamed(boards: readonly Pick<WaitingBoard, 'time_zone'>[], readersZone: string): string | null {
  return new Set(boards.map(({ time_zone: zone }) => zone)).size > 1 ? null : readersZone;
}

export function whenText(
  item: WaitingItem,
  board: Pick<WaitingBoard, 'today' | 'time_zone'>,
  unnamedZone: string | null,
): { readonly day: string; readonly note: string } {
  const timeText = (at: string): string =>
    unnamedZone === null ? formatTimeWithZone(at, board.time_zone) : formatTimeFor(at, board.time_zone, unnamedZone);
  if (item.kind === 'vote') {
    return {
      day: waitingLabels.open,
      note: waitingLabels.since(timeText(item.opened_at)),
    };
  }
  const { due_on: day, at } = item;
  if (day === null) return { day: '–', note: '' };
  const weekday = weekdayText(day);
  const note = (): string => {
    if (item.kind === 'papers') return waitingLabels.daysToRead(daysBetween(board.today, day));
    if (item.kind === 'interests') return waitingLabels.every(item.months);
    if (item.section === 'overdue') return actionLabels.daysLate(daysLate(day, board.today));
    return at === null ? weekday : `${weekday}, ${timeText(at)}`;
  };
  return { day: dayText(day, board.today), note: note() };
}

const titleTexts: Readonly<Record<Exclude<WaitingItem['kind'], 'interests' | 'papers'>, (title: string) => string>> = {
  vote: (title) => `Vote: ${title}`,
  reply: (title) => `${title}: will you attend?`,
  dates: (title) => `${title}: which dates suit you?`,
  poll: (title) => `Poll: ${title}`,
  'action-item': (title) => title,
  resolution: (title) => `Written resolution: ${title}`,
  minutes: (title) => `Minutes to comment on: ${title}`,
  notes: (title) => `Your marks will be destroyed: ${title}`,
  signature: (title) => `Sign: ${title}`,
};

export function titleText(item: WaitingItem): string {
  if (item.kind === 'interests') return waitingLabels.interests;
  if (item.kind !== 'papers') return titleTexts[item.kind](item.title);
  const pages = item.pages === 0 ? '' : `, ${counted(item.pages, 'page')}`;
  return `${counted(item.count, 'paper')} not opened${pages}: ${item.title}`;
}

export const actText: Readonly<Record<WaitingItem['kind'], string>> = {
  vote: 'Vote',
  reply: 'Reply',
  dates: 'Answer',
  poll: 'Answer',
  'action-item': 'Update',
  resolution: 'Read and vote',
  minutes: 'Read and comment',
  notes: 'Keep copies',
  signature: 'Read and sign',
  interests: 'Confirm',
  papers: 'Open papers',
};

function pathOf(item: WaitingItem): string {
  switch (item.kind) {
    case 'vote':
      return paths.meetingRoom(item.meeting_id);
    case 'reply':
    case 'notes':
    case 'papers':
      return paths.meeting(item.id);
    case 'dates':
      return `${paths.meeting(item.id)}#dates`;
    case 'poll':
      return item.itemType === 'meeting' ? paths.meeting(item.home_id) : paths.announcement(item.home_id);
    case 'action-item':
      return paths.actions({ item: item.id });
    case 'resolution':
      return paths.resolution(item.id);
    case 'minutes':
      return `${paths.meeting(item.id)}/minutes`;
    case 'signature':
      return paths.sign(item.id);
    case 'interests':
      return paths.interests();
  }
}

export function addressOf(
  item: WaitingItem,
  board: Pick<WaitingBoard, 'id' | 'shortname' | 'base_url'>,
  currentBoardId: string | null,
): string {
  const path = pathOf(item);
  if (board.id === currentBoardId) return path;
  const address = new URL(path, board.base_url);
  address.searchParams.set('board', board.shortname);
  return address.href;
}
