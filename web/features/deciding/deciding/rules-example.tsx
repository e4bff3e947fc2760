import { Check, Minus, Plus, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  type BodyQuorum,
  type MajorityOf,
  majorityBase,
  type QuorumCount,
  quorumOf,
  resultOf,
  type VoteCounts,
} from '#domain/deciding.ts';
import { resultText } from '#domain/vote-labels.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { RoomSeats, SeatKey } from '#web/ui/meeting/room-seats.tsx';
import styles from './deciding.module.css';
import { type BodyForm, type DecidingForm, quorumTyped, type SettingsForm } from './deciding-form.ts';

type Rules = Pick<DecidingForm, 'majority' | 'majority_of' | 'recused_counts' | 'casting_vote'>;

interface RulesExampleProps {
  readonly form: SettingsForm;
  readonly typed: BodyForm;
  readonly voters: number;
}

export function RulesExample({ form, typed, voters }: RulesExampleProps) {
  const [majority, majority_of, recused_counts, casting_vote] = useWatch({
    control: form.control,
    name: ['majority', 'majority_of', 'recused_counts', 'casting_vote'],
  });
  const rules = { majority, majority_of, recused_counts, casting_vote };
  const titleId = useId();
  const [asked, setAsked] = useState(() => askedAtFirst(voters));
  const present = Math.min(asked.present, voters);
  const recused = Math.min(asked.recused, present);
  const eligible = present - recused;
  const votesFor = Math.min(asked.for, eligible);
  const against = Math.min(asked.against, eligible - votesFor);
  const body = quorumTyped(typed);
  const of = { voters, present, recused, recused_present: recused };
  const count = body && quorumOf(body, of, rules.recused_counts);
  const step = (name: keyof typeof asked) => (value: number) => setAsked({ ...asked, [name]: value });
  return (
    <Card>
      <Stack gap="s">
        <h2 className={styles['card-title']} id={titleId}>
          With these rules
        </h2>
        <div className={styles.inputs}>
          <Stepper label="Present" value={present} most={voters} onChange={step('present')} />
          <Stepper label="Of these, recused" value={recused} most={present} onChange={step('recused')} />
          <Stepper label="For" value={votesFor} most={eligible} onChange={step('for')} />
          <Stepper label="Against" value={against} most={eligible - votesFor} onChange={step('against')} />
        </div>
        {body !== null && count !== null && (
          <Counted
            body={body}
            rules={rules}
            count={count}
            votes={{ for: votesFor, against, eligible, in_office: count.in_office, recused_present: recused }}
          />
        )}
        <p className="meta">Calculated exactly as in a meeting. Try your own numbers. Nothing is saved.</p>
      </Stack>
    </Card>
  );
}

function askedAtFirst(voters: number) {
  const present = Math.floor(voters / 2) + 1;
  return { present, recused: 0, for: Math.max(present - 1, 0), against: present > 1 ? 1 : 0 };
}

interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function Stepper({ label, value, most, onChange }: StepperProps) {
  const what = label.toLowerCase();
  return (
    <>
      <span>{label}</span>
      <span className={styles.stepper}>
        <IconButton
          icon={Minus}
          size="s"
          aria-label={`Fewer ${what}`}
          isDisabled={value <= 0}
          onPress={() => onChange(value - 1)}
        />
        <output aria-label={label}>{value}</output>
        <IconButton
          icon={Plus}
          size="s"
          aria-label={`More ${what}`}
          isDisabled={value >= most}
          onPress={() => onChange(value + 1)}
        />
      </span>
    </>
  );
}

interface CountedProps {
  readonly body: BodyQuorum;
  readonly rules: Rules;
  readonly count: QuorumCount;
  readonly votes: VoteCounts;
}

function Counted({ body, rules, count, votes }: CountedProps) {
  const result = resultOf({ ...rules, way: 'named', chair_votes: true }, votes);
  const abstained = votes.eligible - votes.for - votes.against;
  return (
    <>
      <RoomSeats
        seats={count.in_office}
        filled={[
          ['on', votes.for],
          ['against', votes.against],
          ['abstained', abstained],
          ['recused', votes.recused_present],
        ]}
      />
      <p className={styles.keys}>
        <SeatKey kind="on">For</SeatKey>
        <SeatKey kind="against">Against</SeatKey>
        <SeatKey kind="abstained">Abstained</SeatKey>
        {votes.recused_present > 0 && <SeatKey kind="recused">Recused</SeatKey>}
        <SeatKey kind="empty">Absent</SeatKey>
      </p>
      <div>
        <p className={styles.figure}>
          <span className={styles.value}>{count.needed}</span>
          <span>
            of {count.in_office} in office are needed for a quorum{ruleNote(body, count)}.
          </span>
        </p>
        <p className={styles.figure}>
          <span className={styles.value}>{count.present}</span>
          <span role="status">
            {count.present === 1 ? 'counts' : 'count'}.{' '}
            <Outcome isGood={count.met}>{count.met ? 'Quorum' : 'No quorum'}</Outcome>
          </span>
        </p>
        {count.met && (
          <p className={styles.figure}>
            <span className={styles.value}>
              {votes.for}:{votes.against}
            </span>
            <span role="status">
              of {majorityBase(rules, votes)} {baseNames[rules.majority_of]}.{' '}
              <Outcome isGood={result === 'carried'}>
                {result === 'tied' ? chairDecides : resultText(result, { isByCasting: false, counts: votes })}
              </Outcome>
            </span>
          </p>
        )}
      </div>
    </>
  );
}

const baseNames: Readonly<Record<MajorityOf, string>> = {
  cast: 'votes cast',
  present: 'present',
  'in-office': 'in office',
};

const chairDecides = 'Tied: the chair decides';

function Outcome({ isGood, children }: { readonly isGood: boolean; readonly children: string }) {
  return (
    <span className={isGood ? styles.met : styles.unmet}>
      <Icon of={isGood ? Check : TriangleAlert} size="s" />
      {children}
    </span>
  );
}

function ruleNote({ rule, at_least: least }: BodyQuorum, { needed }: QuorumCount): string {
  if (rule.kind === 'none') return ': none is needed';
  if (needed === least && rule.kind !== 'number') return `: at least ${least}`;
  if (rule.kind === 'more-than-half') return ': more than half';
  return rule.kind === 'fraction' ? `: at least ${rule.numerator}/${rule.denominator} of them` : '';
}
