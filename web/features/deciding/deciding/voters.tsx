import { Check } from 'lucide-react';
import { type Deciding, type DecidingBody, getDeciding, saveDeciding } from '#contract/deciding.ts';
import { formatListDate } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './deciding.module.css';
import type { SettingsForm } from './deciding-form.ts';
import { SwitchSetting } from './settings.tsx';

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
