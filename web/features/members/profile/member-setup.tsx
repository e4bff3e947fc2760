import { useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import type { EditedProfile } from '#contract/profile.ts';
import { invitationLabels, shellLabels } from '#domain/messages.ts';
import { useBoard } from '#web/api/start.ts';
import { clearUnsavedChanges, useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { PictureSection } from '#web/features/members/pictures/picture-section.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { PositionCard } from './position-card.tsx';
import { ProfileInputs } from './profile-inputs.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** What a person is asked for after the account was made: picture and profile, then the dashboard. */
export function MemberSetup({ profile }: { readonly profile: EditedProfile }) {
  const router = useRouter();
  const board = useBoard();
  const formId = useId();
  const form = useProfileForm(profile, () => {
    clearUnsavedChanges();
    void router.navigate({ href: paths.dashboard() });
  });
  usePageTitle(invitationLabels.setupTitle);
  useUnsavedChanges(form.isDirty);
  const own = profile.fields.filter((field) => field.filled_by === 'member');
  const done = (
    <Button variant="primary" type="submit" form={formId} isPending={form.isSaving}>
      {shellLabels.done}
    </Button>
  );
  return (
    <Page>
      <TopBarActions>{done}</TopBarActions>
      <PageHead
        title={invitationLabels.setupTitle}
        lede={`Welcome to ${board?.title ?? 'the board'}, ${profile.person.first_name}. This is how the other members will know you; you can change it at any time.`}
      />
      <Columns width="wide" single asideLabel="Position" aside={<PositionCard profile={profile} />}>
        <form
          id={formId}
          noValidate
          aria-label={invitationLabels.setupTitle}
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          <Stack gap="xl">
            <Section title="Picture">
              <PictureSection person={profile.person} picture={form.picture} />
            </Section>
            {own.length > 0 && (
              <Section title="Profile" aside="All members see these unless marked">
                <ProfileInputs fields={own} control={form.control} />
              </Section>
            )}
          </Stack>
        </form>
      </Columns>
    </Page>
  );
}
