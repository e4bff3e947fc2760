import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type EditedProfile, getProfile } from '#contract/profile.ts';
import { callName } from '#domain/identity.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { invitationLabels } from '#domain/messages/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { PictureSection } from '#web/features/members/pictures/picture-section.tsx';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { rolesOf } from '#web/shell/roles.ts';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { EditProfile } from './edit-profile.tsx';
import { ProfileInputs } from './profile-inputs.tsx';
import { PositionCard } from './profile-sections.tsx';
import { useProfileForm } from './use-profile-form.ts';

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
        lede={`Welcome to ${board?.title ?? 'the board'}, ${callName(profile.person)}. The other members will see this. You can change it at any time.`}
      />
      <Columns width="wide" single asideLabel="Position" aside={<PositionCard profile={profile} />}>
        <PageForm form={form} label={invitationLabels.setupTitle} submitLabel={shellLabels.done}>
          <Stack gap="xl">
            <Section title="Picture">
              <PictureSection person={profile.person} picture={form.picture} />
            </Section>
            {own.length > 0 && (
              <Section title="Profile" aside="All members see these unless marked">
                <ProfileInputs fields={own} form={form} />
              </Section>
            )}
          </Stack>
        </PageForm>
      </Columns>
    </Page>
  );
}
