import { Check } from 'lucide-react';
import type { AudienceMember } from '#contract/audience.ts';
import { type Deciding, type DecidingBody, getDeciding, saveDeciding } from '#contract/deciding.ts';
import { formatListDate } from '#domain/dates.ts';
import type { QuorumRule } from '#domain/deciding.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './deciding.module.css';
import { type BodyForm, bodyName, nobody, type SettingsForm } from './deciding-form.ts';
import { SelectSetting, SettingRow, SwitchSetting, TextSetting } from './settings.tsx';

const quorumOptions: readonly { value: QuorumRule['kind']; label: string }[] = [
  { value: 'more-than-half', label: 'More than half' },
  { value: 'fraction', label: 'A fraction' },
  { value: 'number', label: 'A number' },
  { value: 'none', label: 'None' },
];

interface BodyFieldsProps {
  readonly form: SettingsForm;
  readonly at: number;
  readonly body: DecidingBody;
  readonly people: readonly AudienceMember[];
  readonly typed: BodyForm;
}

export function BodyFields({ form, at, body, people, typed }: BodyFieldsProps) {
  const officers = [
    { value: nobody, label: 'Nobody' },
    ...people.map(({ member_id: value, name: label }) => ({ value, label })),
  ];
  return (
    <>
      <Section title="Quorum" aside={bodyName(body)}>
        <TextSetting
          form={form}
          name={`bodies.${at}.seats`}
          label="Seats"
          meta="How many seats the body has, including vacant ones. Leave empty to use the number of members in office."
          inputMode="numeric"
          placeholder={`${body.voters} in office`}
        />
        <SettingRow name="Quorum" meta="The share of members in office who must be present, and the minimum number.">
          <div className={typed.quorum === 'none' ? '' : styles.pair}>
            <FormSelect form={form} name={`bodies.${at}.quorum`} label="Quorum" labelHidden options={quorumOptions} />
            {typed.quorum !== 'none' && (
              <FormText form={form} name={`bodies.${at}.at_least`} label="At least" labelHidden inputMode="numeric" />
            )}
          </div>
          {typed.quorum === 'fraction' && (
            <div className={styles.fraction}>
              <FormText form={form} name={`bodies.${at}.numerator`} label="Parts" labelHidden inputMode="numeric" />
              <span>of</span>
              <FormText form={form} name={`bodies.${at}.denominator`} label="Of" labelHidden inputMode="numeric" />
            </div>
          )}
          {typed.quorum === 'number' && (
            <div className={styles.number}>
              <FormText form={form} name={`bodies.${at}.number`} label="Number" labelHidden inputMode="numeric" />
            </div>
          )}
        </SettingRow>
      </Section>
      <Section title="Chair and secretary" aside={bodyName(body)}>
        <SelectSetting
          form={form}
          name={`bodies.${at}.chair_id`}
          label="Chair"
          meta="The chair, the secretary and the editors run the body’s meetings."
          options={officers}
        />
        <SelectSetting
          form={form}
          name={`bodies.${at}.secretary_id`}
          label="Secretary"
          meta="For new meetings. Each meeting can have its own."
          options={officers}
        />
      </Section>
    </>
  );
}

interface VotersProps {
  readonly form: SettingsForm;
  readonly deciding: Deciding;
  readonly body: DecidingBody;
  readonly silentIds: readonly string[];
  readonly onSwitch: (silentIds: readonly string[]) => void;
  readonly isSwitched: boolean;
  readonly onRevision: (revision: number) => void;
}

export function Voters({ form, deciding, body, silentIds, onSwitch, isSwitched, onRevision }: VotersProps) {
  const members = new Set(body.member_ids);
  const people = (deciding.people ?? []).filter(({ member_id: id }) => members.has(id));
  const set = (memberId: string, votes: boolean): void =>
    onSwitch((votes ? silentIds.filter((id) => id !== memberId) : [...silentIds, memberId]).toSorted());
  return (
    <Section
      title="Who votes"
      aside={<Confirmation deciding={deciding} isSwitched={isSwitched} onRevision={onRevision} />}
    >
      <SwitchSetting
        form={form}
        name="new_members_vote"
        title="New members vote"
        label="Propose"
        meta="Proposed when people are invited, unless their position is staff or guest."
      />
      {people.length === 0 && <p className="meta">Nobody is in this body yet.</p>}
      <ul className={styles.voters}>
        {people.map((person) => (
          <li key={person.member_id}>
            <PersonLine
              person={{ ...person, id: person.member_id }}
              size="s"
              pending={person.is_pending}
              meta={dutyOf(person, body)}
              end={
                <Switch
                  label={`${person.name} votes`}
                  labelHidden
                  value={!silentIds.includes(person.member_id)}
                  onChange={(votes) => set(person.member_id, votes)}
                />
              }
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function dutyOf(
  { member_id: id, is_pending: isPending }: { readonly member_id: string; readonly is_pending: boolean },
  body: DecidingBody,
): string | undefined {
  if (id === body.chair_id) return 'Chair';
  if (id === body.secretary_id) return 'Secretary';
  return isPending ? 'Can vote after joining' : undefined;
}

type ConfirmationProps = Pick<VotersProps, 'deciding' | 'isSwitched' | 'onRevision'>;

function Confirmation({ deciding, isSwitched, onRevision }: ConfirmationProps) {
  const timeZone = useTimeZone();
  const confirm = useCall(saveDeciding, {
    onSuccess: (answer) => {
      onRevision(answer.deciding.revision);
      queryClient.setQueryData(queryFor(getDeciding).queryKey, answer);
      showToast('Voting members confirmed');
    },
  });
  if (deciding.confirmed_at !== null) {
    return (
      <Badge tone="positive" icon={Check}>
        Confirmed {formatListDate(deciding.confirmed_at, timeZone)}
      </Badge>
    );
  }
  if (isSwitched) return <span className="meta">Save first, then confirm</span>;
  return (
    <Button
      size="s"
      isPending={confirm.isPending}
      onPress={() => confirm.mutate({ body: { revision: deciding.revision, confirmed: true } })}
    >
      Confirm who votes
    </Button>
  );
}
