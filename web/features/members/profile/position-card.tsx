import { Lock } from 'lucide-react';
import type { EditedProfile } from '#contract/profile.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import styles from './position-card.module.css';
import { ValueText } from './profile-values.tsx';

/** What a board admin keeps of the reader, to be read; whoever may change it finds the inputs in the form. */
export function PositionCard({ profile }: { readonly profile: EditedProfile }) {
  const held = profile.fields.filter((field) => field.filled_by === 'admin' && profile.values[field.id] !== undefined);
  const groups = profile.groups.map((group) => (group.is_group_admin ? `${group.name} (group admin)` : group.name));
  const isLocked = !profile.can.edit_position;
  if (!isLocked && groups.length === 0) return null;
  return (
    <Card label={isLocked ? 'Position' : 'Groups'}>
      <Stack gap="s">
        <h2 className={styles.title}>
          {isLocked && <Icon of={Lock} />}
          {isLocked ? 'Position' : 'Groups'}
        </h2>
        {isLocked ? (
          <FactsList>
            {held.map((field) => (
              <FactsRow key={field.id} term={field.name}>
                <ValueText kind={field.kind} value={profile.values[field.id] ?? ''} />
              </FactsRow>
            ))}
            {groups.length > 0 && <FactsRow term="Groups">{groups.join(', ')}</FactsRow>}
          </FactsList>
        ) : (
          <p className="muted">{groups.join(', ')}</p>
        )}
        {isLocked && (
          <p className="meta">
            Kept by a board admin.{profile.admins.length > 0 && ` Ask ${orList(profile.admins)} to change it.`}
          </p>
        )}
      </Stack>
    </Card>
  );
}

const orList = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
