import { Lock } from 'lucide-react';
import type { EditedProfile } from '#contract/profile.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import styles from './profile.module.css';
import { ValueText } from './profile-values.tsx';
import type { ProfileForm } from './use-profile-form.ts';

interface NameSectionProps {
  readonly profile: EditedProfile;
  readonly form: ProfileForm;
}

export function NameSection({ profile, form }: NameSectionProps) {
  const { person, can } = profile;
  if (!can.edit_name) {
    return (
      <p>
        {person.name}{' '}
        <span className="muted">
          {person.is_self ? (
            <TextLink href={paths.account()}>Change it in My Account</TextLink>
          ) : (
            'Members change their own name and picture in My Account.'
          )}
        </span>
      </p>
    );
  }
  return (
    <FormSection>
      <FieldRow wide>
        <FormText form={form} name="first_name" label="First name" autoComplete="off" />
        <FormText form={form} name="last_name" label="Last name" autoComplete="off" />
      </FieldRow>
      <FormText
        form={form}
        name="email"
        label="Email"
        autoComplete="off"
        type="email"
        description="They have not joined yet. If you change the address, a new invitation is sent and the old link stops working."
      />
    </FormSection>
  );
}

export function PositionCard({ profile }: { readonly profile: EditedProfile }) {
  const filled = profile.fields.filter(
    (field) => field.filled_by === 'admin' && profile.values[field.id] !== undefined,
  );
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
            {filled.map((field) => (
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
            Filled in by a board admin.{profile.admins.length > 0 && ` Ask ${orList(profile.admins)} to change it.`}
          </p>
        )}
      </Stack>
    </Card>
  );
}

const orList = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
