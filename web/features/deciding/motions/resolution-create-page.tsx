import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createResolution, listResolutions } from '#contract/resolutions.ts';
import { resolutionTitles } from '#domain/messages/general.ts';
import { motionTextMax } from '#domain/motions.ts';
import { bodyNameOf } from '#domain/resolution-labels.ts';
import { resolutionTitleMax } from '#domain/resolutions.ts';
import { queryFor } from '#web/api/queries.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Page, PageHead, PageToolbar } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';

export function ResolutionCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listResolutions, { query: {} }));
  const bodies = data.bodies.filter(({ can }) => can.create);
  return bodies.length === 0 ? <NotFoundPage /> : <CreateResolution bodies={bodies} />;
}

function CreateResolution({ bodies }: { readonly bodies: readonly { readonly id: string; readonly name: string }[] }) {
  const router = useRouter();
  const form = useContractForm({
    endpoint: createResolution,
    defaults: { body_id: bodies[0]?.id ?? '', title: '', text: '' },
    guardsLeaving: true,
    invalidates: ['resolutions'],
    onSaved: ({ resolution }) => router.navigate({ href: paths.resolution(resolution.id), replace: true }),
  });
  return (
    <Page>
      <PageToolbar
        crumbs={<Breadcrumbs items={[{ label: resolutionTitles.list, href: paths.resolutions() }, { label: 'New' }]} />}
      />
      <PageHead
        title={resolutionTitles.create}
        lede="Only the chair, the secretary and editors can see the draft until you circulate it to the voters."
      />
      <PageForm form={form} label={resolutionTitles.create} submitLabel="Save draft">
        <Stack gap="m">
          {bodies.length > 1 && (
            <FormSelect
              form={form}
              name="body_id"
              label="Body"
              options={bodies.map((body) => ({ value: body.id, label: bodyNameOf(body) }))}
            />
          )}
          <FormText form={form} name="title" label="Title" maxLength={resolutionTitleMax} isRequired />
          <FormTextArea
            form={form}
            name="text"
            label="Text of the resolution"
            description="You can add papers on its page before you circulate it."
            rows={10}
            maxLength={motionTextMax}
            isRequired
          />
        </Stack>
      </PageForm>
    </Page>
  );
}
