import { Check, Minus, Plus, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { type BodyQuorum, type QuorumCount, quorumOf } from '#domain/deciding.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { RoomSeats } from '#web/ui/meeting/room-seats.tsx';
import styles from './deciding.module.css';
import { type BodyForm, quorumTyped } from './deciding-form.ts';

interface QuorumExampleProps {
  readonly typed: BodyForm;
  readonly voters: number;
}

/** Counts as the rules are typed, before they are saved. */
export function QuorumExample({ typed, voters }: QuorumExampleProps) {
  const titleId = useId();
  const [asked, setPresent] = useState(() => Math.floor(voters / 2) + 1);
  const present = Math.min(asked, voters);
  const body = quorumTyped(typed);
  const count = body === null ? null : quorumOf(body, { voters, present });
  return (
    <Card>
      <Stack gap="s">
        <h2 className={styles['card-title']} id={titleId}>
          With these rules
        </h2>
        <div className={styles.inputs}>
          <span>Present</span>
          <span className={styles.stepper}>
            <IconButton
              icon={Minus}
              size="s"
              aria-label="Fewer present"
              isDisabled={present <= 0}
              onPress={() => setPresent(present - 1)}
            />
            <output aria-label="Present">{present}</output>
            <IconButton
              icon={Plus}
              size="s"
              aria-label="More present"
              isDisabled={present >= voters}
              onPress={() => setPresent(present + 1)}
            />
          </span>
        </div>
        {count !== null && body !== null && <Counted body={body} count={count} />}
        <p className="meta">Counted by the same code as every meeting. Try your own numbers; nothing is saved.</p>
      </Stack>
    </Card>
  );
}

function Counted({ body, count }: { readonly body: BodyQuorum; readonly count: QuorumCount }) {
  return (
    <>
      <RoomSeats seats={count.in_office} filled={count.present} />
      <div>
        <p className={styles.figure}>
          <span className={styles.value}>{count.needed}</span>
          <span>
            of {count.in_office} in office make a quorum{ruleNote(body, count)}.
          </span>
        </p>
        <p className={styles.figure}>
          <span className={styles.value}>{count.present}</span>
          <span role="status">
            {count.present === 1 ? 'counts' : 'count'}.{' '}
            <span className={count.met ? styles.met : styles.unmet}>
              <Icon of={count.met ? Check : TriangleAlert} size="s" />
              {count.met ? 'Quorum' : 'No quorum'}
            </span>
          </span>
        </p>
      </div>
    </>
  );
}

function ruleNote({ rule, at_least: least }: BodyQuorum, { needed }: QuorumCount): string {
  if (rule.kind === 'none') return ': none is needed';
  if (needed === least && rule.kind !== 'number') return `: at least ${least}`;
  if (rule.kind === 'more-than-half') return ': more than half';
  return rule.kind === 'fraction' ? `: at least ${rule.numerator}/${rule.denominator} of them` : '';
}
