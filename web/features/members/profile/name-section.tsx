import { Controller } from 'react-hook-form';
import type { EditedProfile } from '#contract/profile.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-row.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { ProfileControl, ProfileForm } from './use-profile-form.ts';

interface NameSectionProps {
  readonly profile: EditedProfile;
  readonly control: ProfileControl;
}

/** The name: of a pending person to be corrected, of everybody else to be read; it belongs to their account. */
export function NameSection({ profile, control }: NameSectionProps) {
  const { person, can } = profile;
  if (!can.edit_name) {
    return (
      <p>
        {person.name}{' '}
        <span className="muted">
          {person.is_self ? (
            <TextLink href={paths.account()}>Change it in My Account</TextLink>
          ) : (
            'Only they can change their name and picture, in their account.'
          )}
        </span>
      </p>
    );
  }
  const field = (name: Exclude<keyof ProfileForm, 'values'>, label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field: bound, fieldState: { error } }) => (
        <TextField
          label={label}
          autoComplete="off"
          type={name === 'email' ? 'email' : 'text'}
          {...bound}
          {...(name === 'email'
            ? {
                description:
                  'They have not joined yet. A changed address gets a new invitation; the old link stops working.',
              }
            : {})}
          {...(error?.message === undefined ? {} : { errorMessage: error.message })}
        />
      )}
    />
  );
  return (
    <FormSection>
      <FieldRow wide>
        {field('first_name', 'First name')}
        {field('last_name', 'Last name')}
      </FieldRow>
      {field('email', 'Email')}
    </FormSection>
  );
}
