import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { Room } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { formatTime } from '#domain/dates.ts';
import type { QuorumCause } from '#domain/room.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import styles from './room.module.css';

export function QuorumHistory({ meeting, room }: { readonly meeting: Meeting; readonly room: Room }) {
  const timeZone = useTimeZone();
  const [showsAll, setShowsAll] = useState(false);
  const changes = room.quorum_changes ?? [];
  if (changes.length === 0) return null;
  const numbers = new Map(numberAgenda(meeting.agenda_items, null).map(({ item, number }) => [item.id, number]));
  const names = new Map(room.people?.map(({ member_id: id, name }) => [id, name]));
  const shown = showsAll ? changes : changes.slice(0, shownAtFirst);
  return (
    <>
      <Curve room={room} changes={changes} />
      <ol className={styles.history} aria-label="Quorum changes">
        {shown.map((change, nth) => (
          <li key={change.at}>
            <time dateTime={change.at}>{formatTime(change.at, timeZone)}</time>
            <span>{changeText(change, changes[nth + 1], { names, numbers })}</span>
            <span className={styles.count}>{change.present}</span>
          </li>
        ))}
      </ol>
      {changes.length > shown.length && (
        <Button size="s" variant="quiet" onPress={() => setShowsAll(true)}>
          Show all {changes.length}
        </Button>
      )}
    </>
  );
}

const shownAtFirst = 6;
const plot = { width: 216, height: 84 };

function Curve({ room, changes }: { readonly room: Room; readonly changes: readonly QuorumChange[] }) {
  const timeZone = useTimeZone();
  const { phase, since } = room.line;
  const until = phase === 'adjourned' && since !== null ? new Date(since) : new Date(room.read_at);
  const curve = quorumCurve(changes, until, plot);
  const first = changes.at(-1);
  const [newest] = changes;
  if (curve === null || first === undefined || newest === undefined) return null;
  return (
    <svg className={styles.curve} viewBox="-24 -10 248 120" aria-hidden="true">
      <path className={styles['curve-area']} d={curve.area} />
      <path className={styles['curve-needed']} d={curve.needed} />
      <path className={styles['curve-line']} d={curve.line} />
      <circle className={styles['curve-end']} cx={curve.end.x} cy={curve.end.y} r="4" />
      <text x="-24" y={curve.neededY + 4}>
        {newest.needed}
      </text>
      <text x="0" y="104">
        {formatTime(first.at, timeZone)}
      </text>
      <text x={plot.width} y="104" textAnchor="end">
        {formatTime(until, timeZone)}
      </text>
    </svg>
  );
}

interface Labels {
  readonly names: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, string>;
}

const causeLabels: Readonly<Record<QuorumCause['kind'], string>> = {
  arrived: 'arrived',
  left: 'left',
  recused: 'recused',
  lifted: 'can vote again',
};

export function changeText(change: QuorumChange, before: QuorumChange | undefined, { names, numbers }: Labels): string {
  const byKind = Map.groupBy(change.causes, ({ kind }) => kind);
  const people = [...byKind].map(([kind, causes]) => {
    const named = causes.map(({ member_id: id }) => names.get(id)).filter((name) => name !== undefined);
    const who = causes.length > namedMax || named.length < causes.length ? String(causes.length) : named.join(', ');
    return `${who} ${causeLabels[kind]}`;
  });
  const number = change.agenda_item_id === null ? undefined : numbers.get(change.agenda_item_id);
  const isOtherItem = change.agenda_item_id !== (before?.agenda_item_id ?? null);
  const item = number !== undefined && (isOtherItem || byKind.has('recused')) ? [`item ${number}`] : [];
  const isOtherNeed = before !== undefined && before.needed !== change.needed;
  const need = isOtherNeed ? [`${change.needed} needed`] : [];
  const state = change.met === (before?.met ?? false) ? [] : [change.met ? 'quorum' : 'no quorum'];
  const text = [...people, ...item, ...need, ...state].join(', ');
  if (text === '') return before === undefined ? 'Called to order' : 'Corrected';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const namedMax = 3;

export type QuorumChange = NonNullable<Room['quorum_changes']>[number];

/** `changes` are newest first, and the newest one lasts until `until`. */
export function quorumCurve(changes: readonly QuorumChange[], until: Date, { width, height }: typeof plot) {
  const steps = changes.toReversed().map((change) => ({ ...change, time: +new Date(change.at) }));
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return null;
  const span = Math.max(+until - first.time, 1);
  const most = Math.max(1, ...steps.flatMap(({ present, needed, in_office: all }) => [present, needed, all]));
  const x = (time: number): number => rounded(((time - first.time) / span) * width);
  const y = (count: number): number => rounded(height - (count / most) * height);
  const stepsOf = (count: 'present' | 'needed'): string =>
    steps
      .map((step, nth) => (nth === 0 ? `M0 ${y(step[count])}` : `H${x(step.time)}V${y(step[count])}`))
      .concat(`H${width}`)
      .join('');
  const line = stepsOf('present');
  return {
    line,
    area: `${line}V${height}H0Z`,
    needed: stepsOf('needed'),
    end: { x: width, y: y(last.present) },
    neededY: y(last.needed),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
