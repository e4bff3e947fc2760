import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type EditedProfile, getProfile } from '#contract/profile.ts';
import { callName } from '#domain/identity.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { invitationLabels } from '#domain/messages/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { refreshStart, useBoard, useStart } from '#web/api/start.ts';
import { PictureSection } from '#web/features/members/pictures/picture-section.tsx';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { rolesOf } from '#web/shell/roles.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { AccountTabs } from './account-tabs.tsx';
import styles from './profile.module.css';
import { ProfileInputs } from './profile-inputs.tsx';
import { ValueText } from './profile-values.tsx';
import { type ProfileForm, useProfileForm } from './use-profile-form.ts';

export function ProfilePage() {
  const { slug } = useParams({ from: '/shell/board/people/edit/$slug' });
  const { user } = useStart();
  const isAllowed = user?.slug === slug || rolesOf(user).isBoardAdmin;
  return isAllowed ? <Profile key={slug} slug={slug} /> : <NotFoundPage />;
}

function Profile({ slug }: { readonly slug: string }) {
  const { profileSetup } = useSearch({ from: '/shell/board/people/edit/$slug' });
  const { data } = useSuspenseQuery(queryFor(getProfile, { params: { slug } }));
  const isSetup = profileSetup !== undefined && data.person.is_self;
  return isSetup ? <MemberSetup profile={data} /> : <EditProfile profile={data} />;
}

function MemberSetup({ profile }: { readonly profile: EditedProfile }) {
  const router = useRouter();
  const board = useBoard();
  const form = useProfileForm(profile, (clearUnsaved) => {
    clearUnsaved();
    void router.navigate({ href: paths.dashboard() });
  });
  usePageTitle(invitationLabels.setupTitle);
  const own = profile.fields.filter((field) => field.filled_by === 'member');
  return (
    <Page>
      <PageHead
        title={invitationLabels.setupTitle}
        lede={`Welcome to ${board?.title ?? 'the board'}, ${callName(profile.person)}. The other members will see what you enter here. You can change it at any time.`}
      />
      <Columns width="wide" asideLabel="Position" aside={<PositionCard profile={profile} />}>
        <PageForm form={form} label={invitationLabels.setupTitle} submitLabel={shellLabels.done}>
          <Stack gap="xl">
            <Section title="Picture">
              <PictureSection person={profile.person} picture={form.picture} />
            </Section>
            {own.length > 0 && (
              <Section title="Profile" aside="Visible to all members unless marked otherwise">
                <ProfileInputs fields={own} form={form} />
              </Section>
            )}
          </Stack>
        </PageForm>
      </Columns>
    </Page>
  );
}

const title = 'Edit profile';

function EditProfile({ profile }: { readonly profile: EditedProfile }) {
  const { person, can, fields } = profile;
  const form = useProfileForm(profile, () => {
    showToast('Profile saved');
    // The start data contains the user's own position, so refresh it.
    if (person.is_self && can.edit_position) void refreshStart();
  });
  usePageTitle(person.is_self ? title : `${title}, ${person.name}`);
  const own = fields.filter((field) => field.filled_by === 'member');
  const position = fields.filter((field) => field.filled_by === 'admin');
  return (
    <Page>
      <Breadcrumbs
        items={[
          { label: 'People', href: paths.people() },
          { label: person.name, href: paths.person(person.slug) },
        ]}
      />
      <PageHead title={title} />
      {person.is_self && <AccountTabs current="profile" />}
      <Columns
        width="wide"
        spaced={person.is_self}
        asideLabel="Position and account"
        aside={<ProfileAside profile={profile} />}
      >
        <PageForm form={form} label={title} submitLabel="Save">
          <Stack gap="xl">
            <Section title={can.edit_picture ? 'Name and picture' : 'Name'}>
              <Stack>
                <NameSection profile={profile} form={form} />
                {can.edit_picture && <PictureSection person={person} picture={form.picture} />}
              </Stack>
            </Section>
            {can.edit_position && position.length > 0 && (
              <Section title="Position" aside="Filled in by board admins">
                <ProfileInputs fields={position} form={form} />
              </Section>
            )}
            <Section title="Profile" aside={own.length > 0 && 'Visible to all members unless marked otherwise'}>
              {own.length > 0 ? (
                <ProfileInputs fields={own} form={form} />
              ) : (
                <p className="muted">
                  This board asks for no other information.{' '}
                  {can.edit_position && (
                    <TextLink href={paths.adminProfile()}>Choose what members should fill in</TextLink>
                  )}
                </p>
              )}
            </Section>
          </Stack>
        </PageForm>
      </Columns>
    </Page>
  );
}

function ProfileAside({ profile }: { readonly profile: EditedProfile }) {
  const { person } = profile;
  return (
    <>
      <PositionCard profile={profile} />
      {person.email !== null && (
        <Section title={person.is_self ? 'Email and password' : 'Email'}>
          <p className="muted">{person.is_self ? `You sign in with ${person.email}.` : person.email}</p>
          {person.is_self && (
            <p>
              <TextLink href={paths.account()}>Change it in My Account</TextLink>
            </p>
          )}
        </Section>
      )}
    </>
  );
}

function NameSection({ profile, form }: { readonly profile: EditedProfile; readonly form: ProfileForm }) {
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

function PositionCard({ profile }: { readonly profile: EditedProfile }) {
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
